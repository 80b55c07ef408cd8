import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { essence } from '../testing/fixture-page.ts'
import { readInPieces } from '../testing/laws.ts'
import { qwen3Coder, qwen35 } from './qwen.ts'
import { seedOss } from './seed.ts'
import { step35 } from './step.ts'

const tools: readonly ToolSpec[] = [
  {
    name: 'keep',
    description: 'Keep a value.',
    parameters: { type: 'object', properties: { value: { type: ['number', 'boolean', 'null', 'object', 'array'] } } },
  },
]

const text = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      '\\',
      '\n',
      '\t',
      '\u0007',
      '\u2028',
      '素',
      '👩‍🚀',
      '<',
      '</parameter>',
      '</function>',
      'True',
      ' ',
    ),
    {
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.join(''))
/** Without escapes: `JSON.parse` of Node 24.21 takes the key `"\n"` for a backslash now and then. */
const key = fc.array(fc.constantFrom("'", '素', '</parameter>', 'True', ' '), { maxLength: 3 }).map((pieces) => pieces.join(''))
const value = fc.letrec<{ any: JsonValue; list: JsonValue; object: JsonValue; scalar: JsonValue }>((tie) => ({
  scalar: fc.oneof(fc.boolean(), fc.constant(null), fc.integer(), fc.constantFrom(1e21, 1e-5, 0.1, -1.5e-7, 2 ** 53)),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(key, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  any: fc.oneof({ maxDepth: 3 }, text, tie('scalar'), tie('list'), tie('object')),
}))

test.each([seedOss, qwen3Coder, qwen35, step35].map((dialect) => [dialect.id, dialect] as const))(
  '%s reads values of every type as it writes them, with nothing to mend and nobody to mend it',
  (_id, dialect) => {
    fc.assert(
      fc.property(fc.oneof(value.scalar, value.list, value.object), fc.constantFrom(1, 4, 64), (said, size) => {
        const written = dialect.formatCalls([{ id: 'call_1', name: 'keep', input: { value: said } }])
        const cuts = Array.from({ length: Math.ceil(written.length / size) }, (_, index) => index * size)
        const parts = readInPieces(dialect, { tools }, written, cuts).flatMap((event) =>
          event.type === 'part-end' ? [event.value] : [],
        )
        expect(parts.map(essence)).toEqual([{ type: 'tool-call', name: 'keep', input: { value: said } }])
      }),
      { numRuns: 300 },
    )
  },
)
