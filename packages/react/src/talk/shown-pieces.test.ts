import { expect, it } from 'vitest'
import { shownHtml, shownMarkdown } from './shown-pieces.ts'

const evil = '<script>alert(1)</script>"'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const display = {
  shown: [
    { kind: 'image', mime: 'image/png', data: pixel, alt: evil },
    {
      kind: 'svg',
      text: `<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><text>1</text></svg>`,
      title: 'Orders | 1',
      points: { columns: ['month'], rows: [['May']], places: [[0, 0, 1, 1]] },
    },
    { kind: 'table', columns: ['a|b', evil], rows: [[1, null]], total: 1 },
    { kind: 'markdown', text: '*x* <b>' },
    { kind: 'json', text: '{"a": "```"}' },
    { kind: 'of tomorrow' },
  ],
}

it('what a program showed is part of a saved page, and nothing in it runs or is fetched', () => {
  const html = shownHtml(display)
  expect(html.match(/<figure>/g)).toHaveLength(5)
  expect(html).toContain(`<img src="data:image/png;base64,${pixel}" alt="&lt;script&gt;`)
  expect(html).toMatch(/<img src="data:image\/svg\+xml,%3Csvg[^"<>]*" alt="Orders \| 1"><figcaption>Orders \| 1<\/figcaption>/)
  expect(html).toContain('<tr><td>1</td><td></td></tr>')
  expect(html).toContain('<em>x</em> &lt;b&gt;')
  expect(html).not.toMatch(/<(?:script|svg|b>)/)
  expect(html.match(/\s(?:src|href)="(?!data:image\/)/g)).toBeNull()
})

it('in Markdown a chart is its values, a picture what is to be seen, and nothing ends a table or a fence', () => {
  const text = shownMarkdown(display)
  expect(text).toContain('🖼 <script>')
  expect(text).toContain('**Orders \\| 1**\n\n| month |\n| --- |\n| May |')
  expect(text).toContain('| a\\|b |')
  expect(text).toContain('````json\n{"a": "```"}\n````')
  expect(text).not.toContain('base64')
  expect([shownMarkdown(undefined), shownHtml({ shown: 'nonsense' })]).toEqual(['', ''])
})
