import { expect, test } from 'vitest'
import { englishWords as words } from '../language/words.tsx'
import { awayModels } from './away-models.ts'
import { readModelList } from './model-list.ts'

const known = readModelList({
  providers: [
    { id: 'ollama', label: 'Ollama', status: 'up' },
    { id: 'demo', label: 'Demo', status: 'up' },
  ],
  models: [
    { id: 'qwen', providerId: 'ollama', provider: 'Ollama' },
    { id: 'demo-scripted', providerId: 'demo', provider: 'Demo', demo: true },
  ],
  default: 'qwen',
})
const around = { own: [], words, hasDemo: true, host: 'parley.example' }

test('a list that is known stays, and everybody but the demo looks out of reach, with what to do', () => {
  const list = awayModels(known, around)
  expect(list.models).toEqual(known.models)
  expect(list.providers.map(({ id, isUp }) => [id, isUp])).toEqual([
    ['ollama', false],
    ['demo', true],
  ])
  expect(list.problems).toEqual([{ provider: 'ollama', message: words.fault.offline }])
  expect(awayModels(list, around)).toEqual(list)
})

test('where nothing is known yet the demo answers, unless the server has none', () => {
  expect(awayModels(undefined, around)).toMatchObject({ default: 'demo-scripted', models: [{ id: 'demo-scripted', demo: true }] })
  const without = awayModels(undefined, { ...around, hasDemo: false })
  expect(without.models).toEqual([])
  expect(without.providers.filter(({ isUp }) => !isUp)).toEqual([{ id: 'server', label: 'parley.example', isUp: false }])
})

test('models of this page answer', () => {
  const own = { id: 'page:qwen', label: { message: 'qwen' }, dialect: 'x', reason: { message: '' }, reasoning: false }
  const list = awayModels(undefined, { ...around, own: [own] })
  expect(list.models.map(({ id }) => id)).toEqual(['demo-scripted', 'page:qwen'])
  expect(list.providers.find(({ id }) => id === 'page')?.isUp).toBe(true)
})
