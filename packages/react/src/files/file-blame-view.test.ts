import { describe, expect, it } from 'vitest'
import { wordsOf } from './file-blame-view.tsx'

describe('who wrote it', () => {
  it('shows the lines of a passage as they stand in the file, without empty ones between', () => {
    expect(wordsOf({ lines: ['one\n', '\n', 'two\n'] })).toBe('one\n\ntwo')
    expect(wordsOf({ lines: ['the last has no end'] })).toBe('the last has no end')
  })
})
