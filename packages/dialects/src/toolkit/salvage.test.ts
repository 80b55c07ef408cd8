import { describe, expect, test } from 'vitest'
import { dialects } from '../registry.generated.ts'
import { generousMender } from '../repair/mender.ts'
import { cpuTime } from '../testing/cpu-time.ts'
import { readWhole } from '../testing/laws.ts'

const time = (text: string, dialect: (typeof dialects)[number]): number =>
  cpuTime(() => readWhole(dialect, { tools: [], mender: generousMender }, text))

describe('damage on damage costs no more than it is long', { timeout: 60_000 }, () => {
  for (const dialect of dialects) {
    const [opener = dialect.markup[0] ?? '{'] = dialect.openers ?? []
    for (const unit of [`${opener}{"a": "`, `${opener}x`, `${opener}[{"name": "f", "arguments": {"a\n\n`]) {
      test(`${dialect.id}: ${JSON.stringify(unit)}`, () => {
        const few = time(unit.repeat(500), dialect)
        expect(time(unit.repeat(4000), dialect)).toBeLessThan(32 * Math.max(few, 5))
      })
    }
  }
})
