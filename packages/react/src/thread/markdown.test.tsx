// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Markdown from './markdown.tsx'

const FENCE = 'Look:\n\n```ts\nexport const x: number = 1\nx\n```\n'

describe('Markdown', () => {
  let place: HTMLElement
  let root: Root
  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'))
    root = createRoot(place)
  })
  afterEach(() => {
    root.unmount()
    place.remove()
  })
  const code = () => place.querySelector('pre code')

  it('colours finished code, keeps its text and offers to copy it', async () => {
    root.render(<Markdown text={FENCE} live={false} />)
    await vi.waitFor(() => expect(place.querySelector('pre .text-code-key')?.textContent).toBe('export'))
    expect(code()?.textContent).toBe('export const x: number = 1\nx')
    expect(place.querySelector('button')?.getAttribute('aria-label')).toBe('Copy')
  })

  it('leaves code alone that is still being written, and code of a language it does not know', async () => {
    root.render(<Markdown text={FENCE} live />)
    await vi.waitFor(() => expect(code()?.textContent).toContain('export const'))
    expect(place.querySelector('pre span')).toBeNull()
    root.render(<Markdown text={FENCE.replace('ts', '__proto__')} live={false} />)
    await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull())
    expect(code()?.textContent).toBe('export const x: number = 1\nx')
  })

  it('fetches no picture and gives no link a way back', async () => {
    root.render(<Markdown text="![eye](https://example.com/x.png) [out](https://example.com)" live={false} />)
    await vi.waitFor(() => expect(place.querySelector('a')?.rel).toContain('noopener'))
    expect(place.querySelector('img')).toBeNull()
    expect(place.textContent).toContain('[eye]')
  })

  it('draws a link that would run a program or open a forged page as its words alone', async () => {
    root.render(<Markdown text="[run](javascript:alert(1)) [page](data:text/html,x) [out](https://example.com)" live={false} />)
    await vi.waitFor(() => expect(place.textContent).toBe('run page out'))
    expect([...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://example.com'])
  })
})
