import { expect, it } from 'vitest'
import { isTameMarkdown } from './tame-markdown.ts'

const lines = (count: number, line: string) => `${line}\n`.repeat(count)

/** Each held the page for seconds, or for good. */
it.each([
  ['ten thousand quotes in each other', `${'>'.repeat(10_000)} x`],
  ['items in items on one line', `${'- '.repeat(2_000)}a`],
  ['numbers in numbers', `${'1. '.repeat(200)}a`],
  ['a list in a list in a list', Array.from({ length: 400 }, (_, level) => `${' '.repeat(level * 2)}- a`).join('\n')],
  ['emphasis that is never closed', '**a*'.repeat(20_000)],
  ['emphasis over several lines', lines(200, '_a__b_'.repeat(10))],
  ['emphasis that looks like a table', `a\\|b\n-|-\n${lines(200, '|_a__b_|'.repeat(5))}`],
  ['deletions', '~~a'.repeat(20_000)],
  ['code in code', Array.from({ length: 1_000 }, (_, length) => '`'.repeat(length + 1)).join(' a ')],
  ['links that are never closed', '[a]('.repeat(20_000)],
  ['notes', '[^a]'.repeat(20_000)],
  ['formulas', '\\(\\frac{a}{b}\\) '.repeat(3_000)],
  ['short formulas', '$5x$ '.repeat(3_000)],
  ['ends of links', ']('.repeat(20_000)],
  ['quotes in items', lines(2_000, '- > a')],
  ['items in quotes in numbers', lines(2_000, '1. > - a')],
  ['lists that go deep again and again', lines(500, `${'- '.repeat(20)}a`)],
  ['items far to the right', lines(500, '  - a\n    - a\n      - a\n        - a')],
  ['a quote that never ends', `${'> '.repeat(20)}a\n${lines(20_000, 'b')}`],
  ['headings below headings', lines(10_000, 'a\n-')],
  ['ten thousand items', lines(10_000, '- a')],
  ['a table with a wide head and many rows', `|${'a|'.repeat(250)}\n|${'-|'.repeat(250)}\n${lines(1_000, '|b|')}`],
  ['comments that never end', 'a <!--'.repeat(10_000)],
  ['a bracket before a long paragraph', `![a${'".'.repeat(20_000)}`],
  ['one endless paragraph', 'word '.repeat(1_000_000)],
])('%s are shown as they stand', (_, text) => {
  const began = performance.now()
  expect(isTameMarkdown(text)).toBe(false)
  expect(performance.now() - began).toBeLessThan(2_000)
})

it.each([
  ['a long list with bold words', lines(400, '- **first** and *second*, see [there](https://example.com)')],
  ['a long table', `| a | b |\n|---|---|\n${lines(300, '| **x** | `y` and *z* |')}`],
  ['much code', `Here:\n\n\`\`\`js\n${lines(5_000, '  const a = [`x`, `y`] // **')}\`\`\`\n`],
  ['eight levels', Array.from({ length: 8 }, (_, level) => `${'    '.repeat(level)}- a`).join('\n')],
  ['a quote in a quote in a list', '> > - 1. a\n> > - 2. b\n'],
  ['a thousand rows', `| a | b | c |\n|---|---|---|\n${lines(1_000, '| [x](y) | z | `w` |')}`],
  ['an outline of a book', lines(100, '- a\n  - b\n    - c\n      - d\n\n        words')],
  ['a picture in its address', `![a](data:image/png;base64,${'iVBORw0KGgo/+A'.repeat(3_000)})`],
  ['a paragraph of two thousand words', 'some [word](x) '.repeat(250) + 'and other words '.repeat(600)],
  ['prices', `| a | b |\n|---|---|\n${lines(300, '| $5 | $10.00 |')}`],
  ['arithmetic', lines(200, 'a * b * c = 2 * 3 and \\(x^2\\)')],
])('%s stays Markdown', (_, text) => {
  expect(isTameMarkdown(text)).toBe(true)
})

it('is judged soon, whatever stands there', () => {
  const began = performance.now()
  for (const line of [`${'-'.repeat(50_000)}x`, `${'|'.repeat(50_000)}x`, `${' '.repeat(50_000)}x`, `${'> '.repeat(25_000)}x`])
    isTameMarkdown(line)
  expect(performance.now() - began).toBeLessThan(500)
})
