import { describe, expect, test } from 'vitest'
import { generousMender } from '../../mender.ts'
import { dialects } from '../../registry.generated.ts'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import { growth, PROPORTIONAL } from '../../testing/growth.ts'
import { readWhole } from '../../testing/laws.ts'

describe('damage on damage costs no more than it is long', { timeout: 60_000 }, () => {
  for (const dialect of dialects) {
    const [opener = dialect.markup[0] ?? '{'] = dialect.openers ?? []
    const whole = dialect.formatCalls([{ id: 'call_1', name: 'write_file', input: { path: '/a', content: 'Momo' } }])
    // A call that is torn off inside its last value, again and again.
    const torn = `${whole.slice(0, whole.lastIndexOf('Mo'))}\n`
    for (const unit of [`${opener}{"a": "`, `${opener}x`, `${opener}[{"name": "f", "arguments": {"a\n\n`, torn]) {
      test(`${dialect.id}: ${JSON.stringify(unit)}`, () => {
        const read = (count: number) => readWhole(dialect, { tools: fixtureTools, mender: generousMender }, unit.repeat(count))
        expect(growth(read, Math.min(500, Math.ceil(12_500 / unit.length)))).toBeLessThan(PROPORTIONAL)
      })
    }
  }
})
