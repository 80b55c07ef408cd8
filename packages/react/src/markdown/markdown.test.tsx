// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import Markdown from './markdown.tsx'

const FENCE = 'Look:\n\n```ts\nexport const x: number = 1\nx\n```\n'

describe('Markdown', () => {
  const drawn = placeToDraw()
  const code = () => drawn.place.querySelector('pre code')

  it('colours finished code, keeps its text and offers to copy it', async () => {
    drawn.root.render(<Markdown text={FENCE} live={false} />)
    await expect.poll(() => drawn.place.querySelector('pre .text-code-key')?.textContent).toBe('export')
    expect(code()?.textContent).toBe('export const x: number = 1\nx')
    expect(drawn.place.querySelector('button')?.getAttribute('aria-label')).toBe('Copy')
  })

  it('leaves code alone that is still being written, and code of a language it does not know', async () => {
    drawn.root.render(<Markdown text={FENCE} live />)
    await expect.poll(() => code()?.textContent).toContain('export const')
    expect(drawn.place.querySelector('pre span')).toBeNull()
    drawn.root.render(<Markdown text={FENCE.replace('ts', '__proto__')} live={false} />)
    await expect.poll(() => drawn.place.querySelector('button')).not.toBeNull()
    expect(code()?.textContent).toBe('export const x: number = 1\nx')
  })

  it('fetches no picture and gives no link a way back', async () => {
    drawn.root.render(<Markdown text="![eye](https://example.com/x.png) [out](https://example.com)" live={false} />)
    await expect.poll(() => drawn.place.querySelector('a')?.rel).toContain('noopener')
    expect(drawn.place.querySelector('img')).toBeNull()
    expect(drawn.place.textContent).toContain('[eye]')
  })

  it('draws a link that would run a program or open a forged page as its words alone', async () => {
    drawn.root.render(
      <Markdown text="[run](javascript:alert(1)) [page](data:text/html,x) [out](https://example.com)" live={false} />,
    )
    await expect.poll(() => drawn.place.textContent).toBe('run page out')
    expect([...drawn.place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://example.com'])
  })
})
