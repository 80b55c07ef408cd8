import { describe, expect, test } from 'vitest'
import { dialects } from '../registry.generated.ts'
import { generousMender } from '../repair/mender.ts'
import { readWhole } from '../testing/laws.ts'

/** The best of three, because machines are busy and garbage is collected at any time. */
const time = (text: string, dialect: (typeof dialects)[number]): number =>
  Math.min(
    ...[0, 1, 2].map(() => {
      const from = performance.now()
      readWhole(dialect, { tools: [], mender: generousMender }, text)
      return performance.now() - from
    }),
  )

describe('damage on damage costs no more than it is long', () => {
  for (const dialect of dialects) {
    const [opener = dialect.markup[0] ?? '{'] = dialect.openers ?? []
    for (const unit of [`${opener}{"a": "`, `${opener}x`, `${opener}[{"name": "f", "arguments": {"a\n\n`]) {
      test(`${dialect.id}: ${JSON.stringify(unit)}`, () => {
        const few = time(unit.repeat(500), dialect)
        expect(time(unit.repeat(4000), dialect)).toBeLessThan(32 * Math.max(few, 3))
      })
    }
  }
})
