import { literal, oneOf, type Rules } from './rules.ts'

/**
 * Any text up to and including the first `end`, and nothing less: one rule for each part of `end` that may have been
 * written so far, so that `</div>` does not count as `</parameter>`.
 */
export function textUntil(rules: Rules, end: string): string {
  const states = Array.from(end, () => rules.reserve())
  const alphabet = [...new Set(end)]
  for (const [length, name] of states.entries()) {
    const written = end.slice(0, length)
    const steps = alphabet.map((char) => ({ char, next: longestBeginning(end, written + char) }))
    const ways = steps
      .filter(({ next }) => next > 0)
      .map(({ char, next }) => (next === end.length ? literal(char) : `${literal(char)} ${states[next]}`))
    const back = steps.flatMap(({ char, next }) => (next === 0 ? [`${literal(char)} ${states[0]}`] : []))
    rules.set(name, [...ways, ...back, `${oneOf(alphabet, '^')} ${states[0]}`].join(' | '))
  }
  return states[0] ?? '""'
}

/** How much of the beginning of `end` the text ends with. */
function longestBeginning(end: string, text: string): number {
  for (let length = Math.min(end.length, text.length); length > 0; length--)
    if (text.endsWith(end.slice(0, length))) return length
  return 0
}
