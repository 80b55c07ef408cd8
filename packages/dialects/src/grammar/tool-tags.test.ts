import { describe, expect, test } from 'vitest'
import { readAnswer } from '../engine.ts'
import { dialects } from '../registry.generated.ts'
import { fixtureTools } from '../testing/fixture-tools.ts'
import { toolTags } from './tool-tags.ts'

const tagged = dialects.flatMap((dialect) => {
  const tags = toolTags(dialect, fixtureTools)
  return tags ? [{ id: dialect.id, dialect, tags }] : []
})

test('dialects with JSON arguments between marks can be constrained so', () => {
  const ids = tagged.map(({ id }) => id)
  for (const id of ['hermes', 'deepseek-v3.1', 'longcat', 'functionary-v3.1']) expect(ids).toContain(id)
  for (const id of ['json-strict', 'qwen3-coder', 'glm-4.5', 'react', 'auto']) expect(ids).not.toContain(id)
})

describe('what the tags let through is read as the call', () => {
  test.each(tagged)('$id', ({ dialect, tags: { structures, triggers } }) => {
    expect(structures).toHaveLength(fixtureTools.length)
    const [{ begin, end } = { begin: '', end: '' }] = structures
    expect(triggers.some((trigger) => begin.startsWith(trigger))).toBe(true)
    expect(readAnswer(`${begin}{"title": "Momo"}${end}`, { dialect, tools: fixtureTools })).toMatchObject([
      { type: 'tool-call', name: 'find_book', input: { title: 'Momo' } },
    ])
  })
})

test('without tools there is nothing to constrain', () => {
  for (const { dialect } of tagged) expect(toolTags(dialect, [])).toBeUndefined()
})
