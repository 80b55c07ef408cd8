import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../workspace/root.mjs'
import { findViolations } from './find-violations.ts'

let house: string

const plant = (path: string, text: string) => {
  const file = join(house, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), 'walls-'))
  const door = (room: string, exports: object) => plant(`packages/${room}/package.json`, JSON.stringify({ exports }))
  door('dialects', { '.': {}, './wire': {} })
  door('server', { '.': {} })
  door('browser', { '.': {} })
  door('react', { '.': {} })
  plant('packages/dialects/src/index.ts', "export { hermes } from './dialects/hermes.ts'\n")
  plant(
    'packages/dialects/src/dialects/hermes.ts',
    "import { scan } from '../engine/scan.ts'\nexport const hermes = {\n  id: 'hermes',\n  scan,\n}\n",
  )
  plant(
    'packages/dialects/src/engine/scan.ts',
    "import type { Part } from '../canonical/part.ts'\nexport const scan = (part: Part) => part\n",
  )
  plant('packages/dialects/src/canonical/part.ts', 'export interface Part {}\n')
  plant(
    'packages/server/src/app.ts',
    "import { hermes } from '@parley/dialects'\nimport {\n  openai,\n} from '@parley/dialects/wire'\n",
  )
})
afterEach(() => rmSync(house, { recursive: true, force: true }))

const only = () => {
  const violations = findViolations(house)
  expect(violations).toHaveLength(1)
  return violations[0]
}

describe('the walls', () => {
  test('a house in order has no violations', () => {
    expect(findViolations(house)).toEqual([])
  })

  test('this house is in order', () => {
    expect(findViolations(root)).toEqual([])
  })

  test.each([
    ['dialects', '@parley/server'],
    ['dialects', '@parley/browser'],
    ['server', '@parley/browser'],
    ['browser', '@parley/server'],
    ['browser', '@parley/react'],
    ['react', '@parley/server'],
  ])('%s may not import %s', (room, target) => {
    plant(`packages/${room}/src/wrong.ts`, `\nimport type { Thing } from '${target}'\n`)
    expect(only()).toBe(`packages/${room}/src/wrong.ts:2 imports ${target}, but ${room} may not know ${target.slice(8)}`)
  })

  test('the studio speaks to the server over HTTP only', () => {
    plant('apps/studio/src/main.tsx', "const server = await import('@parley/server')\n")
    expect(only()).toContain('studio may not know server')
  })

  test('a deep import that skips a door is refused', () => {
    plant('packages/server/src/wrong.ts', "import { hermes } from '@parley/dialects/src/dialects/hermes.ts'\n")
    expect(only()).toContain('is not a door of dialects')
  })

  test('a relative path into another room is refused', () => {
    plant('packages/browser/src/wrong.ts', "export * from '../../dialects/src/index.ts'\n")
    expect(only()).toContain('reaches out of its room')
  })

  test.each([
    ['canonical', '../engine/scan.ts'],
    ['canonical', '../index.ts'],
    ['repair', '../engine/scan.ts'],
    ['engine', '../dialects/hermes.ts'],
    ['wire', '../engine/scan.ts'],
    ['dialects', '../wire/openai.ts'],
    ['prompt', '../dialects/hermes.ts'],
  ])('inside dialects, %s may not import %s', (folder, target) => {
    plant(`packages/dialects/src/${folder}/wrong.ts`, `import type { Thing } from '${target}'\n`)
    expect(only()).toContain(`but ${folder} stands below`)
  })

  test.each([
    ['files', '../tools/tool.ts'],
    ['approval', '../ledger/ledger.ts'],
    ['ledger', '../storage/thread-storage.ts'],
    ['transport', '../conversation/conversation.ts'],
    ['storage', '../conversation/conversation.ts'],
    ['conversation', '../agent/timeline.ts'],
    ['agent', '../capsule/capsule.ts'],
  ])('inside browser, %s may not import %s', (folder, target) => {
    plant(`packages/browser/src/${folder}/wrong.ts`, `import type { Thing } from '${target}'\n`)
    expect(only()).toContain(`but ${folder} stands below`)
  })

  test('a circle of files is found, and named from end to end', () => {
    plant('packages/browser/src/a.ts', "import './b.ts'\n")
    plant('packages/browser/src/b.ts', "import { c } from './c.ts'\n")
    plant('packages/browser/src/c.ts', "export { a } from './a.ts'\n")
    expect(only()).toBe(
      'packages/browser/src/a.ts → packages/browser/src/b.ts → packages/browser/src/c.ts → packages/browser/src/a.ts is a circle; one of these imports must go',
    )
  })

  test('types may refer to each other, because they are gone before anything runs', () => {
    plant('packages/browser/src/a.ts', "import type { B } from './b.ts'\n")
    plant('packages/browser/src/b.ts', "import { a } from './a.ts'\n")
    expect(findViolations(house)).toEqual([])
  })

  test.each(['packages/react/src/thread', 'e2e/stories', 'docs'])('%s holds 25 files, and not one more', (folder) => {
    for (let index = 1; index <= 25; index++) plant(`${folder}/file-${index}.css`, '')
    expect(findViolations(house)).toEqual([])
    plant(`${folder}/file-26.css`, '')
    expect(only()).toContain(`${folder} holds 26 files`)
  })

  test('a catalogue may grow, and what is built or installed is not counted', () => {
    for (let index = 1; index <= 26; index++) {
      plant(`docs/decisions/${index}.md`, '')
      plant(`examples/shop/dist/${index}.js`, '')
      plant(`examples/shop/node_modules/thing/${index}.js`, '')
    }
    expect(findViolations(house)).toEqual([])
  })

  test.each(['utils', 'helpers', 'types', 'service'])('a file may not be called %s', (name) => {
    plant(`packages/react/src/${name}.tsx`, '')
    expect(only()).toContain('has a name that says nothing')
  })

  test('shared code that names a dialect is refused; a dialect may name itself', () => {
    plant('packages/dialects/src/engine/wrong.ts', "\n\nexport const special = (id: string) => id === 'hermes'\n")
    expect(only()).toBe(
      'packages/dialects/src/engine/wrong.ts:3 names the dialect hermes; let the dialect declare a property instead',
    )
  })

  test('so is any other room that names one', () => {
    plant('packages/server/src/wrong.ts', "export const usual = 'hermes'\n")
    expect(only()).toBe('packages/server/src/wrong.ts:1 names the dialect hermes; let the dialect declare a property instead')
  })
})
