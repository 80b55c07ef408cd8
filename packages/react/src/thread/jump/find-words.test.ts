// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { rangesOf } from './find-words.ts'

function found(html: string, words: string) {
  const element = document.createElement('div')
  element.innerHTML = html
  document.body.append(element)
  return rangesOf(element, words).map(String)
}

describe('words in what is drawn', () => {
  it('are found in every element, whatever their case', () => {
    expect(found('<p>One prime</p><ul><li>PRIMES</li><li>two</li></ul>', 'prime')).toEqual(['prime', 'PRIME'])
  })

  it('are found across elements and line ends', () => {
    expect(found('<p>the <em>su</em>m\n of <b>all</b> things</p>', 'sum of all')).toEqual(['sum\n of all'])
  })

  it('are no pattern', () => {
    expect(found('<p>a+b axb (a+b)</p>', '(a+b)')).toEqual(['(a+b)'])
    expect(found('<p>aaa</p>', '')).toEqual([])
  })
})
