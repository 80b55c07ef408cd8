import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTools, findToolsSpec, foundWords } from './find-tools.ts'
import { type FindableTool, rankTools } from './rank-tools.ts'
import { termsOf } from './terms.ts'
import { tokensOf } from './tool-load.ts'
import { searchAmong } from './tool-search.ts'

const tool = (name: string, description: string, more: Partial<FindableTool> = {}): FindableTool => ({
  name,
  description,
  parameters: { type: 'object' },
  ...more,
})

const TOOLS = [
  tool('github__create_issue', 'Opens a new issue in a repository.'),
  tool('github__listPullRequests', 'Lists the pull requests of a repository.'),
  tool('calendar__add', 'Creates an event.', { title: 'Add a calendar event' }),
  tool('mail__send', 'Sends mail.', {
    parameters: { type: 'object', properties: { recipient: { type: 'string', description: 'Who gets the letter' } } },
  }),
  tool('wetter__heute', 'Der Wetterbericht für eine Stadt.'),
  tool('tianqi__query', '查询城市的天气预报。'),
  tool('tenki__get', '都市の天気予報を取得します。'),
  tool('nalssi__get', '도시의 날씨를 알려줍니다.'),
  tool('meteo__aujourdhui', 'Donne la météo prévue.'),
]
const best = (words: string) => rankTools(TOOLS, words)[0]?.name

describe('a tool is found', () => {
  test.each([
    ['open an issue', 'github__create_issue'],
    ['issues', 'github__create_issue'],
    ['pull request', 'github__listPullRequests'],
    ['calendar', 'calendar__add'],
    ['recipient of the letter', 'mail__send'],
    ['Wetter', 'wetter__heute'],
    ['上海天气', 'tianqi__query'],
    ['天気予報', 'tenki__get'],
    ['날씨', 'nalssi__get'],
    ['meteo', 'meteo__aujourdhui'],
    ['MÉTÉO', 'meteo__aujourdhui'],
  ])('by “%s”: %s', (words, name) => {
    expect(best(words)).toBe(name)
  })

  test('not by words that nobody used', () => {
    expect(rankTools(TOOLS, 'zeppelin')).toEqual([])
    expect(rankTools(TOOLS, '')).toEqual([])
    expect(rankTools([], 'anything')).toEqual([])
  })

  test('in the same order every time, of equals the first', () => {
    const equal = [tool('a__x', 'Same words.'), tool('b__x', 'Same words.')]
    expect(rankTools(equal, 'same words').map(({ name }) => name)).toEqual(['a__x', 'b__x'])
  })
})

test('any words and any tools are ranked without an end of the world, and each tool at most once', () => {
  const text = fc.string({ unit: 'binary' })
  const tools = fc.array(fc.record({ name: text, description: text, parameters: fc.constant({ type: 'object' }) }), {
    maxLength: 5,
  })
  fc.assert(
    fc.property(tools, text, (list, words) => {
      const ranked = rankTools(list, words)
      expect(new Set(ranked).size).toBe(ranked.length)
      expect(ranked.every((found) => list.includes(found))).toBe(true)
      expect(rankTools(list, words)).toEqual(ranked)
    }),
  )
})

test('names are taken apart where their words meet, and text without blanks into pairs', () => {
  expect(termsOf('listPullRequests git_hub v2API')).toEqual(['list', 'pull', 'requests', 'git', 'hub', 'v2', 'api'])
  expect(termsOf('GitHub仓库 天')).toEqual(['git', 'hub', '仓库', '天'])
})

test('at most eight are found, each told in one line', () => {
  const many = Array.from({ length: 50 }, (_, index) => tool(`s__t${index}`, `Weather.\nSecond line ${'x'.repeat(500)}`))
  const found = findTools(many, 'weather')
  expect(found).toHaveLength(8)
  const words = foundWords(found, 'weather', [])
  expect(words.split('\n')).toHaveLength(9)
  expect(words).not.toContain('Second line')
})

test('who finds nothing is told where tools come from', () => {
  const sources = [{ name: 'github', count: 40 }]
  expect(foundWords([], 'zeppelin', sources)).toContain('github (40)')
  expect(findToolsSpec(sources).description).toContain('40 more tools')
})

test('what was found longest ago makes room for what is found now', () => {
  const tools = ['a', 'b', 'c', 'd'].map((name) => ({ ...tool(name, 'Weather.'), source: 's' }))
  const [one] = tools
  const search = searchAmong(tools, 0)
  const room = tokensOf(search.spec) + 3 * tokensOf(one!)
  const { add } = searchAmong(tools, room)
  const found = ['a', 'b', 'c', 'd'].reduce<readonly string[]>((before, name) => add([name], before), [])
  expect(found).toEqual(['b', 'c', 'd'])
  expect(add(['b'], found)).toEqual(['c', 'd', 'b'])
  expect(add(['gone'], found)).toEqual(['b', 'c', 'd'])
})
