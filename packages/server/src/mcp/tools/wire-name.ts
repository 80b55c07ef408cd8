import { sha256 } from './sha256.ts'

const LONGEST = 64

/**
 * A name that every model's wire takes: letters, digits, `_` and `-`, at most 64. Where that changes it, a piece of its
 * hash keeps `a.b` and `a_b` apart. Ids of servers have no `_`, so that `a__b` has one reading.
 */
export function wireName(server: string, tool: string): string {
  const whole = `${server}__${tool}`
  const plain = whole.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
  if (plain === whole && plain.length <= LONGEST) return plain
  return `${plain.slice(0, LONGEST - 9)}_${sha256(`${server}\0${tool}`).slice(0, 8)}`
}
