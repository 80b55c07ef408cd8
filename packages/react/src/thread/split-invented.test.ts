import { describe, expect, it } from 'vitest'
import { splitInvented } from './text-after-call.tsx'

describe('splitInvented', () => {
  it('keeps what was said before the first mark of a result', () => {
    expect(splitInvented('Good.\n<tool_response>\n4\n</tool_response> It is 4.', ['<tool_response>'])).toEqual({
      said: 'Good.\n',
      invented: '<tool_response>\n4\n</tool_response> It is 4.',
    })
    expect(splitInvented('a [B] b <A>', ['<A>', '[B]'])).toEqual({ said: 'a ', invented: '[B] b <A>' })
  })
  it('takes nothing for invented where there is no mark', () => {
    expect(splitInvented('tool_response', ['<tool_response>'])).toEqual({ said: 'tool_response', invented: undefined })
    expect(splitInvented('anything', [])).toEqual({ said: 'anything', invented: undefined })
  })
})
