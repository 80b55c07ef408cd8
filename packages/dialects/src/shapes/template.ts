/** Text with slots in it: `<function=$name>`. What fills a slot is never looked at again. */
export type Template = string

/** What stands before something and what stands behind it. */
export type Pair = readonly [string, string]

/** What fills the slots. */
export type Slots = Readonly<Record<string, string>>

const SLOT = /\$([a-z]+)/g

/** The text with its slots filled; a word behind `$` that is no slot stays as it is. */
export function fill(template: Template, slots: Slots): string {
  return template.replaceAll(SLOT, (text, name: string) => (Object.hasOwn(slots, name) ? (slots[name] ?? text) : text))
}

/** The pieces between the slots, and the names of the slots: `['<function=', 'name', '>']`. Literals stand at even places. */
export const piecesOf = (template: Template): readonly string[] => template.split(SLOT)

/** What stands before a slot and behind it. */
export function around(template: Template, slot: string): Pair {
  const [before = '', ...behind] = template.split(`$${slot}`)
  return [before, behind.join(`$${slot}`)]
}

/** The marks in a template's own text: `<result>`, `<|end|>`, `[TOOL_RESULTS]`. */
export const marksIn = (template: Template): readonly string[] => template.match(/<[^<>\s$]+>|\[\/?[A-Z_]+\]/g) ?? []
