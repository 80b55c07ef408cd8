import { literal, oneOf, type Rules } from './rules.ts'
import { longestBeginning } from './spelling.ts'

/** Any text in which `mark` does not stand, not even with white space behind those of its characters that are named in `spacious`. */
export function textWithout(rules: Rules, mark: string, spacious: string): string {
  const states = Array.from(mark, () => rules.reserve())
  const alphabet = [...new Set(mark)]
  for (const [length, name] of states.entries()) {
    const written = mark.slice(0, length)
    const skips = length > 0 && spacious.includes(written.at(-1) ?? '') ? SPACE : []
    const ways = alphabet.flatMap((char) => {
      const next = longestBeginning(mark, written + char)
      return next === mark.length ? [] : [`${literal(char)} ${states[next]}`]
    })
    const stays = skips.map((char) => `${literal(char)} ${name}`)
    rules.set(name, [...ways, ...stays, `${oneOf([...alphabet, ...skips], '^')} ${states[0]}`, '""'].join(' | '))
  }
  return states[0] ?? '""'
}

const SPACE = [' ', '\t', '\n', '\r']
