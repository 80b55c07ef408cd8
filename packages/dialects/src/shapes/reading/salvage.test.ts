import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../dialect.ts'
import { generousMender } from '../../mender.ts'
import { dialects } from '../../registry.generated.ts'
import { fixtureTools } from '../../testing/fixture-tools.ts'
import { growth, PROPORTIONAL } from '../../testing/growth.ts'
import { readWhole } from '../../testing/laws.ts'

const read = (dialect: Dialect, text: string) => readWhole(dialect, { tools: fixtureTools, mender: generousMender }, text)

function damages(dialect: Dialect): readonly string[] {
  const [opener = dialect.markup[0] ?? '{'] = dialect.openers ?? []
  const whole = dialect.formatCalls([{ id: 'call_1', name: 'write_file', input: { path: '/a', content: 'Momo' } }])
  // A call that is torn off inside its last value, again and again.
  const torn = `${whole.slice(0, whole.lastIndexOf('Mo'))}\n`
  return [`${opener}{"a": "`, `${opener}x`, `${opener}[{"name": "f", "arguments": {"a\n\n`, torn]
}

/** The way a damage takes: which grammar reads it, and which of our words are said of what comes of it. */
function way(dialect: Dialect, unit: string): string {
  const made = read(dialect, unit.repeat(3)).map((part) => {
    const words = part.type === 'broken-call' ? part.words : part.type === 'tool-call' ? part.flaws : undefined
    return [part.type, ...(JSON.stringify(words ?? {}).match(/"id":"[^"]*"/g) ?? [])].join(' ')
  })
  return [String(dialect.parse), ...made].join('\n')
}

describe('damage on damage costs no more than it is long', { timeout: 60_000 }, () => {
  const all = dialects.flatMap((dialect) =>
    damages(dialect).map((unit, kind) => ({ dialect, unit, way: `${kind} ${way(dialect, unit)}` })),
  )
  // Where many dialects have one grammar and make the same of a damage, the first of them stands for them; `npm run test:long` takes each.
  const isLong = process.env['PARLEY_LONG_TESTS'] === '1'
  const chosen = isLong ? all : [...Map.groupBy(all, (one) => one.way).values()].flatMap((alike) => alike.slice(0, 1))
  for (const { dialect, unit } of chosen) {
    test(`${dialect.id}: ${JSON.stringify(unit)}`, () => {
      const size = Math.min(500, Math.ceil(12_500 / unit.length))
      expect(growth((count) => read(dialect, unit.repeat(count)), size)).toBeLessThan(PROPORTIONAL)
    })
  }
})
