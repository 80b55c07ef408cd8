import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@parley/server'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../packages/cli/src/commands.ts'
import { unknownVariables } from '../../packages/server/src/config.ts'
import { root } from '../workspace/root.mjs'
import { readFences, readSpoken } from './read-page.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guides = globSync(['docs/{guide,zh}/**/*.md'], { cwd: root }).toSorted()
const pages = ['README.md', 'CONTRIBUTING.md', 'deploy/README.md', 'docs/mcp.md', 'docs/studio.md', 'docs/doctor.md', ...guides]

/** Variables before a command, as `PARLEY_URL=… npm start`. What a reader fills in is filled in. */
function readStarts(page: string): readonly Record<string, string>[] {
  const starts = readSpoken(page).flatMap((text) => [
    ...text.matchAll(/((?:[A-Z_]+=(?:\$\([^)]*\)|\S+) )+)(?:npm start|npx parley)/g),
  ])
  return starts.map(([, variables = '']) =>
    Object.fromEntries(
      Array.from(variables.matchAll(/([A-Z_]+)=(\$\([^)]*\)|\S+)/g), ([, name = '', value = '']) => [
        name,
        value.startsWith('$(') ? 'what-a-program-printed' : value === '…' ? (EXAMPLES[name] ?? 'filled-in') : value,
      ]),
    ),
  )
}
const EXAMPLES: Readonly<Record<string, string>> = { PARLEY_URL: 'http://10.0.0.5:8000/v1' }

/** Every variable that a file names with a dollar is there. */
const filledIn = (file: string) =>
  Object.fromEntries(Array.from(file.matchAll(/"\$(\w+)"/g), ([, name = '']) => [name, 'x'.repeat(24)]))

/** What is typed, where both languages say the same. */
const typedIn = (file: string) => readFences(read(file)).map(({ text }) => text.replace('<this repository>', '<本仓库>'))

const { scripts } = JSON.parse(read('package.json'))
const commands = new Set(COMMANDS.map(({ name }) => name))

describe('what a guide tells its reader to type', () => {
  test.each(guides)('%s: every program is a file that runs, or a step that is followed', (page) => {
    const programs = readFences(read(page)).filter(({ language }) => ['js', 'ts', 'tsx', 'jsx', 'mjs', 'html'].includes(language))
    expect(
      programs.filter(({ title, from }) => from === undefined && (title === undefined || !page.includes('/embed/'))),
    ).toEqual([])
  })

  test.each(guides)('%s: every configuration is one that the server takes', (page) => {
    const files = readFences(read(page)).filter(({ language, title }) => language === 'json' && title === undefined)
    for (const { text } of files) expect(() => readConfig({ env: filledIn(text), file: text }), text).not.toThrow()
  })

  test.each(pages)('%s: every start has variables that are known, with values that are taken', (page) => {
    for (const env of readStarts(read(page))) {
      expect(unknownVariables(env)).toEqual([])
      expect(() => readConfig({ env }), JSON.stringify(env)).not.toThrow()
    }
  })

  test.each(pages)('%s: every command is there', (page) => {
    const spoken = readSpoken(read(page)).join('\n')
    const named = (pattern: RegExp) => Array.from(spoken.matchAll(pattern), ([, name = '']) => name)
    expect(named(/npm run ([a-z0-9:]+)/g).filter((name) => !(name in scripts))).toEqual([])
    expect(named(/npx parley ([a-z]+)/g).filter((name) => !commands.has(name))).toEqual([])
  })

  test.each(guides.filter((page) => page.startsWith('docs/zh/')))('%s: what is typed is what the English page says', (page) => {
    const english = page.replace('docs/zh/', 'docs/guide/')
    if (!guides.includes(english)) return
    const lines = new Set(typedIn(english).flatMap((text) => text.split('\n')))
    expect(typedIn(page).flatMap((text) => text.split('\n').filter((line) => !lines.has(line)))).toEqual([])
  })
})

test('there is something to check', () => {
  expect(guides.flatMap((page) => readStarts(read(page))).length).toBeGreaterThan(15)
  expect(guides.flatMap((page) => readFences(read(page)).filter(({ language }) => language === 'json')).length).toBeGreaterThan(4)
})

test('starts are read with what a reader fills in', () => {
  expect(
    readStarts(
      'Say `PARLEY_URL=… PARLEY_KEY=sk-… npm start`.\n\n```\nHOST=0.0.0.0 PARLEY_TOKEN=$(openssl rand) npx parley\n```\n',
    ),
  ).toEqual([
    { HOST: '0.0.0.0', PARLEY_TOKEN: 'what-a-program-printed' },
    { PARLEY_URL: 'http://10.0.0.5:8000/v1', PARLEY_KEY: 'sk-…' },
  ])
})
