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
  ['prices', `| a | b |\n|---|---|\n${lines(300, '| $5 | $10.00 |')}`],
  ['arithmetic', lines(200, 'a * b * c = 2 * 3 and \\(x^2\\)')],
])('%s stays Markdown', (_, text) => {
  expect(isTameMarkdown(text)).toBe(true)
})
