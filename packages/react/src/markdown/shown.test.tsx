// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import Markdown from './markdown.tsx'
import { createCutter, definitionsIn, meantIn } from './markdown-blocks.ts'

/** An answer as the thread draws it: block by block. */
function drawn(answer: string): Element {
  const cut = createCutter()(answer)
  const definitions = definitionsIn(answer)
  const place = document.createElement('div')
  place.innerHTML = [...cut.blocks, answer.slice(cut.at)]
    .map((block) => renderToStaticMarkup(<Markdown text={block} live={false} elsewhere={meantIn(block, definitions)} />))
    .join('\n')
  return place
}

const shown = (answer: string): string => (drawn(answer).textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** The letters that stand after each piece in the law below. */
const letters = (text: string): string => text.replaceAll(/[^\u4e00-\u4fff]/g, '')

describe('an answer', () => {
  it.each([
    ['a thin space', 'a\\,b and \\; \\: \\%'],
    ['a path', 'C:\\new\\.env, C:\\-x and \\\\server\\share\\'],
    ['a formula in a line', 'so \\(a_1 * b_2 * c\\), \\[x\\] and $x^*$, $y^*$ hold, $$a*b*c$$'],
    ['prices', 'from $5 to $10, $ 3 or US$4'],
    ['water', 'H~2~O and ~200 to ~300'],
    ['a product', '2*3*4 = a*b*c and 2**3**2'],
    ['paths with stars', 'src/**/*.ts and lib/**/*.ts, a/*.js or b/*.js'],
    ['a name', '__init__.py and __main__'],
    ['a class of characters', 'not [^abc] and [x]'],
    ['tags and remarks', 'a <b>bold</b> <!-- quiet --> <x-y z="1">'],
    ['formulas that never end', 'open \\( here and \\[ there $$ and'.replace('\\[', '[')],
  ])('shows %s as it is written', (_, text) => {
    expect(shown(text)).toBe(text)
  })

  it('still reads what is markup', () => {
    expect(shown('**H**yper *text* _is_ ~~old~~ \\*new\\* 1\\. `x\\,y` [link](https://a.example) a\\_b \\$5')).toBe(
      'Hyper text is old *new* 1. x\\,y link a_b $5',
    )
    expect(drawn('这是**重点**内容').querySelector('strong')?.textContent).toBe('重点')
    expect(drawn('**/src/app.ts** is new').querySelector('strong')?.textContent).toBe('/src/app.ts')
  })

  it('keeps a formula of several lines in one piece, whatever its lines look like', () => {
    const sum = 'Then\n\\[\na\n- b\n+ c\n# d\n\\]\nholds.'
    expect(shown(sum)).toBe(sum.replaceAll('\n', ' '))
    expect(drawn(sum).querySelector('li, h1')).toBeNull()
    expect(shown('$$\n1. x\n= y\n$$')).toBe('$$ 1. x = y $$')
    expect(shown('- point\n  $$\n  - x\n  $$\n- next')).toBe('point $$ - x $$ next')
    expect(drawn('\\[ never closed\n\n- a list').querySelector('li')?.textContent).toBe('a list')
  })

  it('shows a footnote and its number, also when they stand far apart or nobody refers to it', () => {
    const page = drawn('Water is wet.[^1]\n\nSo is *rain*.[^rain]\n\n[^1]: Mostly.\n[^rain]: Always.\n\n[^none]: Nobody asks.')
    expect(page.textContent).not.toContain('[^')
    expect([...page.querySelectorAll('sup')].map((sup) => sup.textContent)).toEqual(['1', 'rain', '1', 'rain', 'none'])
    for (const words of ['Mostly.', 'Always.', 'Nobody asks.']) expect(page.textContent).toContain(words)
    expect(page.textContent?.match(/Mostly/g)).toHaveLength(1)
  })

  it('follows a link to the end of the answer, and shows what it was told there', () => {
    const page = drawn('See [the page][1].\n\nMore words.\n\n[1]: https://a.example/x "A page"\n')
    expect(page.querySelector('a')?.textContent).toBe('the page')
    expect(page.querySelector('a')?.getAttribute('href')).toBe('https://a.example/x')
    expect(page.textContent).toContain('[1]: https://a.example/x "A page"')
    expect(shown('[note]: something to remember')).toContain('something')
  })

  it('shows every cell of a row and every number of a list', () => {
    expect(shown('| a | b |\n|---|---|\n| 1 | 2 | 3 |')).toContain('3')
    expect([...drawn('5. five\n3. three\n1. one').querySelectorAll('li')].map((item) => item.getAttribute('value'))).toEqual([
      '5',
      '3',
      '1',
    ])
    expect(drawn('1. a\n1. b').querySelector('li')?.getAttribute('value')).toBeNull()
  })

  it.each([
    ['a word', 'Some *words*', 'EM'],
    ['a list', 'Now:\n\n1. one\n   - two', 'LI'],
    ['a quote', '> said', 'P'],
    ['a table', '| a |\n|---|\n| b |', 'TD'],
    ['a note', '[^1]: said', 'P'],
  ])('is written on behind its last word, be it %s', (_, text, parent) => {
    const place = document.createElement('div')
    place.innerHTML = renderToStaticMarkup(<Markdown text={text} live />)
    const carets = place.querySelectorAll('.parley-caret')
    expect(carets).toHaveLength(1)
    expect(carets[0]?.parentElement?.tagName).toBe(parent)
  })

  const piece = fc.oneof(
    fc.constantFrom(
      ...'\\ \\, \\( \\) \\[ \\] $ $$ ~ ~~ * ** _ __ ` [ ] [^ ]: < > | # - + 1. 2) : ! & = . / { } " \''.split(' '),
    ),
    fc.constantFrom(' ', '\n', '\n\n', '  ', '\\\n'),
  )

  it('never loses a letter, whatever stands around it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        // A letter after each piece, each another one: what is missing has a name. Fences and addresses are made of letters too.
        const answer = pieces.map((mark, index) => mark + String.fromCodePoint(0x4e00 + index)).join('')
        expect(letters(shown(answer))).toBe(letters(answer))
      }),
      { numRuns: 1000 },
    )
  })

  // Searched again for each opening, these took a minute and more.
  it.each(['\\( x ', '\\[ x ', '$a b ', '\\[\n', '\\[x\n- y\n'])(
    'is read at once, however often %j begins a formula that never ends',
    { timeout: 30_000 },
    (opening) => {
      expect(shown(opening.repeat(4000))).toContain(opening.trim().at(-1))
    },
  )
})
