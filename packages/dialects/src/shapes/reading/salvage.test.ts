import { describe, expect, test } from 'vitest'
import { generousMender } from '../../mender.ts'
import { dialects } from '../../registry.generated.ts'
import { cpuTime } from '../../testing/cpu-time.ts'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import { readWhole } from '../../testing/laws.ts'

const time = (text: string, dialect: (typeof dialects)[number]): number =>
  cpuTime(() => readWhole(dialect, { tools: fixtureTools, mender: generousMender }, text), 1)

/** Eight times the text takes 64 times as long where something is read again for every call. */
const growth = (unit: string, dialect: (typeof dialects)[number]): number => {
  const many = Math.min(4000, Math.ceil(100_000 / unit.length))
  return time(unit.repeat(many), dialect) / Math.max(5, time(unit.repeat(many / 8), dialect))
}

describe('damage on damage costs no more than it is long', { timeout: 60_000 }, () => {
  for (const dialect of dialects) {
    const [opener = dialect.markup[0] ?? '{'] = dialect.openers ?? []
    const whole = dialect.formatCalls([{ id: 'call_1', name: 'write_file', input: { path: '/a', content: 'Momo' } }])
    // A call that is torn off inside its last value, again and again.
    const torn = `${whole.slice(0, whole.lastIndexOf('Mo'))}\n`
    for (const unit of [`${opener}{"a": "`, `${opener}x`, `${opener}[{"name": "f", "arguments": {"a\n\n`, torn]) {
      test(`${dialect.id}: ${JSON.stringify(unit)}`, () => {
        // Garbage is collected at any time, so a bad measure is taken again.
        expect([0, 1, 2].some(() => growth(unit, dialect) < 32)).toBe(true)
      })
    }
  }
})
