import { expect, test } from 'vitest'
import { literalMark, type Mark, MarkSet, MORE, NO } from './marks.ts'
import { SPACE, sequenceMark, WORD } from './sequence-mark.ts'

const TAGS = Array.from({ length: 60 }, (_, index) => `<tool_${index}>`)

/** The marks, and how often any of them was tried. */
function counted(marks: readonly Mark[]): { readonly marks: readonly Mark[]; readonly tried: () => number } {
  let tried = 0
  const counting = marks.map((mark) => ({
    ...mark,
    match(text: string, at: number, ended: boolean) {
      tried++
      return mark.match(text, at, ended)
    },
  }))
  return { marks: counting, tried: () => tried }
}

test.each(['<', '<t', '<tool_', '<tool_99', '<tool_1 '])('a page of %s is not tried against every mark there is', (piece) => {
  const work = (tags: readonly string[]) => {
    const { marks, tried } = counted([
      ...tags.map(literalMark),
      ...tags.map((tag) => sequenceMark(`${tag} call`, [tag, SPACE, 'call'])),
    ])
    const text = piece.repeat(100)
    const set = new MarkSet(marks)
    for (let at = 0; at < text.length; at = set.nextHead(text, at + 1)) set.matchAt(text, at, true)
    return tried()
  }
  expect(work(TAGS)).toBeLessThanOrEqual(work(TAGS.slice(0, 10)) + 100)
})

test('what is found is what the first of all marks finds, the longest first, wherever the text breaks off', () => {
  const marks = [
    ...TAGS.slice(0, 20),
    '<tool',
    '<',
    '</tool_1>',
    sequenceMark('named', ['<tool_', WORD, '>', SPACE, '{']),
    sequenceMark('odd', ['<tool_1', SPACE, 'x']),
  ].map((mark) => (typeof mark === 'string' ? literalMark(mark) : mark))
  const set = new MarkSet(marks)
  const whole = '<<tool<tool_1>  {<tool_1  x<tool_11></tool_1><tool_19<tool_1'
  for (let end = 1; end <= whole.length; end++) {
    const text = whole.slice(0, end)
    for (let at = 0; at < end; at++) {
      if (text[at] !== '<') continue
      for (const ended of [false, true]) {
        const found = set.matchAt(text, at, ended)
        expect(typeof found === 'number' ? found : [found.mark.id, found.length]).toEqual(byTryingAll(marks, text, at, ended))
      }
    }
  }
})

function byTryingAll(marks: readonly Mark[], text: string, at: number, ended: boolean) {
  for (const mark of marks.toSorted((one, other) => other.reach - one.reach)) {
    const length = mark.match(text, at, ended)
    if (length === MORE && !ended) return MORE
    if (length > 0) return [mark.id, length]
  }
  return NO
}
