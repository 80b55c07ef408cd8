import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from './canonical/json.ts'
import type { SpokenPart } from './canonical/part.ts'
import { spokenPartSchema, usageSchema } from './schema.ts'
import { isStreamEvent } from './wire/stream/canonical-stream.ts'

const call = {
  type: 'tool-call',
  id: 'c',
  name: 'f',
  input: { a: 1 },
  inputText: '{"a":1}',
  source: 'f(1)',
  dialect: 'd',
  flaws: [{ id: 'trailing-comma', message: 'A comma too many.' }],
  signature: 's',
} as const
const PARTS: readonly SpokenPart[] = [
  { type: 'text', text: 'Hello' },
  { type: 'reasoning', text: 'Hm.', signature: 's' },
  call,
  { type: 'broken-call', id: 'c', name: 'f', source: 'f(', dialect: 'd', problem: 'It breaks off.', at: 2, offer: call },
]
const USAGE = { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedInputTokens: 4 }

/** The same with one field missing, or something in it that belongs nowhere. */
const damaged = (whole: JsonObject): readonly JsonObject[] =>
  Object.keys(whole).flatMap((key) => [
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key)),
    ...[null, true, 7.5, 'x', [], ['x'], {}, { id: 1 }].map((value) => ({ ...whole, [key]: value })),
  ])

const asJson = (value: object): JsonObject => ({ ...value })

describe('the schema and the reader of streams, which is written by hand, agree', () => {
  test.each(PARTS)('on $type with any of its fields damaged', (part) => {
    for (const value of [asJson(part), ...damaged(asJson(part))])
      expect(isStreamEvent({ type: 'part-end', part: 0, value }), JSON.stringify(value)).toBe(
        spokenPartSchema.safeParse(value).success,
      )
    expect(spokenPartSchema.parse(part)).toEqual(part)
  })

  test('on counts with any of their fields damaged', () => {
    for (const usage of [USAGE, ...damaged(USAGE)])
      expect(isStreamEvent({ type: 'message-end', reason: 'done', usage }), JSON.stringify(usage)).toBe(
        usageSchema.safeParse(usage).success,
      )
  })
})

test.each(['index.ts', 'engine.ts', 'wire/index.ts'])(
  'whoever takes %s loads no schemas',
  async (door) => {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      root: import.meta.dirname,
      build: {
        write: false,
        minify: false,
        rollupOptions: { input: `${import.meta.dirname}/${door}`, preserveEntrySignatures: 'strict' },
      },
    })
    const [bundle] = Array.isArray(built) ? built : [built]
    const modules =
      bundle && 'output' in bundle ? bundle.output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : [])) : []
    expect(modules.length).toBeGreaterThan(5)
    expect(modules.filter((id) => /[/]zod[/]|[/]schema\.ts$/.test(id))).toEqual([])
  },
  60_000,
)
