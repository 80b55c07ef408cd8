import { describe, expect, it } from 'vitest'
import { triggerAt } from './trigger.ts'

/** `|` is where the caret stands. */
const at = (written: string) => {
  const found = triggerAt(written.replace('|', ''), written.indexOf('|'))
  return found && `${found.sign} ${found.start} ${found.query}`
}

describe('what opens the list', () => {
  it.each([
    ['@|', '@ 0 '],
    ['see @sal|', '@ 4 sal'],
    ['see\n@/src/App|', '@ 4 /src/App'],
    ['(@a|)', '@ 1 a'],
    ['see @a| and b', '@ 4 a'],
    ['看看@销售|', '@ 2 销售'],
    ['＠a|', '@ 0 a'],
    ['/src @sal|', '@ 5 sal'],
    ['/|', '/ 0 '],
    ['/new conv|', '/ 0 new conv'],
    ['、|', '/ 0 '],
  ])('%j is %j', (written, expected) => expect(at(written)).toBe(expected))
})

describe('what does not', () => {
  it.each([
    'bob@|',
    'bob@example.com|',
    'a.b+c@exa|',
    'https://host/@name|',
    '@@|',
    '@sal es|',
    '@s|ales',
    '@sales |',
    `@${'a'.repeat(81)}|`,
    'and/|or',
    'a /|',
    ' /|',
    '//|',
    '/ |',
    '/src/|',
    '/src/App.tsx|',
    '/pl|an',
    '/plan\n|',
    '|/plan',
    `/${'a'.repeat(81)}|`,
    '|',
    '',
  ])('%j', (written) => expect(at(written)).toBeUndefined())
})
