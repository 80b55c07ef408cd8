import { expect, it } from 'vitest'
import { toHtml } from './to-html.ts'

it('Markdown becomes HTML in which nothing runs and nothing is fetched', () => {
  const html = toHtml(
    '**bold** <script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) [y](https://a.example) ![p](https://a.example/p.png)\n\n| a |\n|---|\n| 1 |\n\n```html\n<b>\n```',
  )
  expect(html).toContain('<strong>bold</strong>')
  expect(html).toContain('<td>1</td>')
  expect(html).toContain('&lt;b&gt;')
  expect(html).not.toMatch(/<(?:script|img)/)
  expect(html).not.toContain('javascript:')
  expect(html).toContain('<a rel="noreferrer noopener nofollow" href="https://a.example">y</a>')
})
