import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { essence, parseFixturePage, readWhole } from '@parley/dialects/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { findDialects } from '../generate/find-dialects.ts'
import { root } from '../workspace/root.mjs'
import { run } from '../workspace/run.mjs'
import { pluginFiles } from './plugin-files.ts'
import { parsePluginName } from './plugin-name.ts'

const name = parsePluginName('two-words-7')!

// Inside the repository, so that the planted files find their dependencies.
mkdirSync(join(root, '.cache'), { recursive: true })
const copy = mkdtempSync(join(root, '.cache', 'new-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('a new plug-in', () => {
  test('has one name in three spellings', () => {
    expect(name).toEqual({ kebab: 'two-words-7', camel: 'twoWords7', snake: 'two_words_7', title: 'Two words 7' })
  })

  test.each(['', 'Upper', 'with space', '../out', '7up', 'a--b', 'a-'])('%j is not a name', (text) => {
    expect(parsePluginName(text)).toBeUndefined()
  })

  test('that is a dialect is registered and reads the example on its page', async () => {
    cpSync(join(root, 'packages/dialects/src'), join(copy, 'packages/dialects/src'), { recursive: true })
    for (const [path, text] of pluginFiles('dialect', name)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), text)
    }
    const found = (await findDialects(copy)).find(({ dialect }) => dialect.id === 'two-words-7')
    expect(found).toMatchObject({ exportName: 'twoWords7', file: 'two-words-7' })

    const { fixtures } = parseFixturePage(readFileSync(join(copy, 'packages/dialects/fixtures/two-words-7.md'), 'utf8'))
    expect(fixtures).toHaveLength(1)
    for (const { source, parts, options } of fixtures)
      expect(readWhole(found!.dialect, options, source).map(essence)).toEqual(parts)
  })

  test.each(['tool', 'provider'])(
    'that is a %s passes its own test as it is written',
    async (kind) => {
      const room = kind === 'tool' ? 'browser' : 'server'
      cpSync(join(root, `packages/${room}/src`), join(copy, `packages/${room}/src`), { recursive: true })
      const files = pluginFiles(kind, name)
      expect(files.map(([path]) => path.replace(/^.*\//, ''))).toEqual(['two-words-7.ts', 'two-words-7.test.ts'])
      for (const [path, text] of files) {
        expect(text).not.toContain('{{')
        writeFileSync(join(copy, path), text)
      }
      const planted = join(copy, files[1]![0])
      const vitest = [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        planted,
        '--dir',
        copy,
        '--config',
        join(root, 'vitest.config.ts'),
        '--root',
        copy,
      ]
      const { code, output } = await run(process.execPath, vitest, { quiet: true })
      expect({ code, output }).toMatchObject({ code: 0 })
    },
    60_000,
  )
})
