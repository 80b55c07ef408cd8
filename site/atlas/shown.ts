/** What is known of a part: it is whole, or still being written. */
export interface Shown {
  readonly kind: string
  readonly name?: string
  /** Text, or the arguments as JSON, or why a call is broken. */
  readonly text: string
  readonly flaws: readonly string[]
  readonly whole: boolean
}

/** A part as a page of fixtures writes it. */
export function shown(part: Readonly<Record<string, unknown>>): Shown {
  const { type, name, text, input, flaws, problem } = part
  return {
    kind: String(type),
    text: typeof text === 'string' ? text : input === undefined ? String(problem ?? '') : JSON.stringify(input, null, 2),
    flaws: Array.isArray(flaws) ? flaws.map(String) : [],
    whole: true,
    ...(typeof name === 'string' && { name }),
  }
}
