// @vitest-environment happy-dom
import type { ShownItem } from '@parley/browser/sandbox'
import { describe, expect, it } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { AnswerServicesContext } from './answer-services.tsx'
import Markdown from './markdown.tsx'

// A page with a doctype, as every page of ours is: without one KaTeX refuses to work.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })

const FENCE = 'Look:\n\n```ts\nexport const x: number = 1\nx\n```\n'

/** A page that draws diagrams, and cannot draw this one. */
const services = {
  drawDiagram: async (source: string): Promise<ShownItem> => {
    if (source.includes('broken')) throw new Error('Parse error on line 3:\n...A --> broken\n---^')
    return { kind: 'svg', text: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }
  },
}

describe('Markdown', () => {
  const drawn = placeToDraw()
  const code = () => drawn.place.querySelector('pre code')

  it('colours finished code, keeps its text and offers to copy it', async () => {
    drawn.root.render(<Markdown text={FENCE} live={false} />)
    await expect.poll(() => drawn.place.querySelector('pre .text-code-key')?.textContent).toBe('export')
    expect(code()?.textContent).toBe('export const x: number = 1\nx')
    const names = [...drawn.place.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(['Wrap lines', 'Copy'])
    expect(drawn.place.textContent).toContain('TypeScript')
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
    expect(drawn.place.textContent).toContain('[eye] Picture at example.com')
    expect(drawn.place.querySelector('a')?.rel).toContain('noreferrer')
  })

  it('draws a link that would run a program or open a forged page as its words alone', async () => {
    drawn.root.render(
      <Markdown text="[run](javascript:alert(1)) [page](data:text/html,x) [out](https://example.com)" live={false} />,
    )
    await expect.poll(() => drawn.place.textContent).toBe('run page out')
    expect([...drawn.place.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['https://example.com'])
  })

  it('sets formulas, leaves prices and variables alone, and shows what it cannot read with a word', async () => {
    const text =
      'Euler: \\(e^{i\\pi}=-1\\), $x_1$, and\n\n\\[\n\\int_0^1 x\\,dx\n\\] so\n\n$$a+b$$\n\nIt costs $5 or $10, $5, or 7$ here, $HOME:$PATH, H~2~O, 1\\,5 and \\(\\frac{\\).'
    drawn.root.render(<Markdown text={text} live={false} />)
    await expect.poll(() => drawn.place.querySelectorAll('[data-testid=formula] math').length).toBe(4)
    await expect.poll(() => drawn.place.querySelectorAll('[data-testid=broken-formula]').length).toBe(1)
    expect(drawn.place.querySelectorAll('math[display=block]')).toHaveLength(2)
    const words = drawn.place.textContent
    expect(words).toContain('It costs $5 or $10, $5, or 7$ here, $HOME:$PATH, H~2~O, 1\\,5 and')
    expect(words).toContain('\\(\\frac{\\) (this formula cannot be read)')
    expect(words).toContain(' so')
  })

  it('runs nothing that a formula asks for, and is not held up by one', async () => {
    const bomb = `\\(\\def\\a{\\a\\a}\\a\\) \\(\\href{javascript:alert(1)}{x}\\) \\(\\includegraphics{https://example.com/x.png}\\) \\(${'{'.repeat(3000)}x${'}'.repeat(3000)}\\)`
    drawn.root.render(<Markdown text={bomb} live={false} />)
    await expect.poll(() => drawn.place.querySelectorAll('[data-testid=broken-formula]').length).toBeGreaterThan(0)
    expect(drawn.place.querySelector('a, img')).toBeNull()
  })

  it('shows a tower of fractions as it is written: laying it out would end the tab', async () => {
    drawn.root.render(<Markdown text={`\\(${'\\frac{1}{'.repeat(350)}x${'}'.repeat(350)}\\)`} live={false} />)
    await expect.poll(() => drawn.place.querySelectorAll('[data-testid=broken-formula]').length).toBe(1)
  })

  it('keeps an address that stands in a formula', async () => {
    drawn.root.render(<Markdown text="\(\text{see https://example.com/a}\)" live={false} />)
    await expect
      .poll(() => drawn.place.querySelector('[data-testid=formula] math')?.textContent)
      .toContain('https://example.com/a')
  })

  it('sets a fraction in a fraction in a fraction', async () => {
    drawn.root.render(<Markdown text={`\\(${'1+\\frac{1}{'.repeat(12)}x${'}'.repeat(12)}\\)`} live={false} />)
    await expect.poll(() => drawn.place.querySelectorAll('[data-testid=formula] math').length).toBe(1)
  })

  it.each([
    ['python', 'def f():\n  return 1', 'def'],
    ['rs', 'fn main() { let x = 1; }', 'fn'],
    ['bash', 'if true; then echo 1; fi', 'if'],
    ['sql', 'SELECT 1', 'SELECT'],
    ['go', 'func main() {}', 'func'],
    ['c#', 'public class A {}', 'public'],
    ['java', 'public class A {}', 'public'],
    ['yaml', 'a: true', 'true'],
    ['php', 'function f() { return 1; }', 'function'],
    ['php', '<p><?php echo 1; ?></p>', 'echo'],
    ['diff', '-a\n+b', '+b'],
  ])('colours %s', async (language, written, word) => {
    drawn.root.render(<Markdown text={`\`\`\`${language}\n${written}\n\`\`\``} live={false} />)
    await expect
      .poll(() => [...drawn.place.querySelectorAll('pre [class*=text-code]')].map((span) => span.textContent))
      .toContain(word)
    expect(drawn.place.querySelector('pre code')?.textContent).toBe(written)
  })

  it('sorts a table by a press on its heading, numbers as numbers', async () => {
    drawn.root.render(<Markdown text={'| n | *w* |\n|--|--|\n| 10 | b |\n| 9 | a |\n| 100 | c |'} live={false} />)
    const cells = () => [...drawn.place.querySelectorAll('tbody td:first-child')].map((cell) => cell.textContent)
    await expect.poll(cells).toEqual(['10', '9', '100'])
    drawn.place.querySelector('button')?.click()
    await expect.poll(cells).toEqual(['9', '10', '100'])
    drawn.place.querySelector('button')?.click()
    await expect.poll(cells).toEqual(['100', '10', '9'])
    expect(drawn.place.querySelector('th')?.getAttribute('aria-sort')).toBe('descending')
  })

  it('shows the whole address of a picture of somebody else, and asks nobody for it before a press', async () => {
    const draw = (address: string) =>
      drawn.root.render(
        <AnswerServicesContext value={{ pictureFrame: '/view.html' }}>
          <Markdown text={`![A "map" <b>](${address})`} live={false} />
        </AnswerServicesContext>,
      )
    const [button, frame] = [() => drawn.place.querySelector('button'), () => drawn.place.querySelector('iframe')]
    const told = 'https://pictures.example/a.png?told=%22everything%22&more=1#x'
    draw('https://Pictures.example/a.png?told="everything"&more=1#x'.replaceAll('"', '%22'))
    await expect.poll(() => drawn.place.textContent).toContain(told)
    expect(drawn.place.textContent).toContain('sends this whole address to pictures.example')
    expect(drawn.place.querySelector('iframe, img')).toBeNull()
    button()?.click()
    await expect.poll(() => frame()?.getAttribute('src')).toBe('/view.html?resource=https%3A%2F%2Fpictures.example')
    expect([frame()?.getAttribute('sandbox'), frame()?.title]).toEqual(['allow-scripts', 'A "map" <b>'])
    for (const other of ['http://a.example/x.png', 'https://me:secret@a.example/x.png', `https://a.example/${'x'.repeat(600)}`]) {
      draw(other)
      await expect.poll(() => drawn.place.textContent, { message: other }).toContain('Picture at a.example')
      expect(button(), other).toBeNull()
    }
  })

  it('draws a diagram by the page, and shows its source where that cannot', async () => {
    const diagram = '```mermaid\nflowchart LR\n  A --> B\n```'
    drawn.root.render(
      <AnswerServicesContext value={services}>
        <Markdown text={diagram} live={false} />
        <Markdown text={diagram.replace('B', 'broken')} live={false} />
      </AnswerServicesContext>,
    )
    await expect.poll(() => drawn.place.querySelector('img')?.src.slice(0, 5)).toBe('blob:')
    await expect.poll(() => drawn.place.textContent).toContain('here is its source. Line 2 could not be read.')
    expect(drawn.place.textContent).toContain('A --> broken')
  })
})
