import { describe, expect, test } from 'vitest'
import { explainFailure, isInstalled, matches } from './install.mjs'
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
