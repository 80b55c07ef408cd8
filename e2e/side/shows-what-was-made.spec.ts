import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { lastWords, test } from '../stories/support/scripted-studio.ts'
import { openSide } from '../stories/support/side.ts'
import { answers, approveNext, ask, call, expect } from '../stories/support/studio.ts'
import { pdfOf } from './pdf-of.ts'

const violations = (page: Page) =>
  page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
  })

const look = async (page: Page, name: string) => {
  if (process.env['E2E_LOOK']) await page.screenshot({ path: `e2e/out/${name}.png`, fullPage: true })
}

const SHOWING = `
const rows = Array.from({ length: 2000 }, (_, index) => ({ day: index, amount: (index * 7919) % 2003, '<b>note</b>': '<img src=x onerror=alert(1)>' }))
show(rows, { title: 'All days' })
show(Plot.plot({ color: { legend: true }, marks: [Plot.dot(rows.slice(0, 200), { x: 'day', y: 'amount', fill: (row) => row.day % 3 ? 'odd' : 'even' })] }), { title: 'By Plot', alt: 'Two hundred dots' })
await show({ $schema: 'https://vega.github.io/schema/vega-lite/v6.json', data: { values: rows.slice(0, 12) }, transform: [{ calculate: 'datum.amount * 2', as: 'double' }], mark: 'bar', encoding: { x: { field: 'day', type: 'ordinal' }, y: { field: 'double', type: 'quantitative' } } }, { title: 'By Vega-Lite' })
await show({ mark: 'bar', data: { url: 'https://example.invalid/spy.json' }, encoding: { x: { field: 'a' } } }).catch((error) => console.log('refused', error.message))
show('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><image href="https://example.invalid/spy.png"/></svg>', { title: 'A trap' })
`

test('what a program shows stands on its card, drawn as pictures and tables, and is there after a reload', async ({
  page,
  begin,
}) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('invalid')) outside.push(request.url())
  })
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  const { upstream } = await begin((_, turn) => ({
    text: turn === 1 ? call('browser_js_eval', { code: SHOWING }) : 'There it is.',
  }))
  await ask(page, 'Draw it')
  await approveNext(page)
  const shown = page.getByTestId('shown')
  await expect(shown).toHaveCount(4, { timeout: 20_000 })
  await expect(answers(page).last(), 'the model was told').toContainText('There it is.')
  const told = lastWords(upstream).replaceAll('\\', '')
  expect(told).toContain('table "All days" (2000 rows, 3 columns)')
  expect(told).toContain('picture "By Plot"')
  expect(told).toContain('Nothing can be loaded: put the data into the specification')
  expect(told, 'the model is told of it, and not sent it').not.toContain('onerror')

  const looksRight = async () => {
    await expect(shown.nth(0)).toContainText('2000 rows')
    await expect(shown.nth(0)).toContainText('<img src=x onerror=alert(1)>')
    for (const name of ['Two hundred dots', 'By Vega-Lite', 'A trap']) {
      const picture = page.getByRole('img', { name })
      await expect(picture).toHaveAttribute('src', /^blob:/)
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(5)
    }
  }
  await looksRight()
  await shown.nth(0).getByRole('button', { name: 'amount' }).click()
  await expect(shown.nth(0).getByRole('columnheader', { name: 'amount' })).toHaveAttribute('aria-sort', 'ascending')
  await shown
    .nth(1)
    .getByRole('button', { name: /^Save to files/ })
    .click()
  await expect(shown.nth(1)).toContainText('Saved as /results/By-Plot.svg')
  await pointsOut(page)
  expect(await violations(page)).toEqual([])
  await look(page, 'shown-wide')
  await page.reload()
  await looksRight()
  await expect(page.getByTestId('chart'), 'a chart that was kept answers as before').toHaveCount(2)
  expect(outside).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'shown-phone-dark')
})

/** Charts answer: to the pointer, to the arrow keys, as a table, and as a file. */
async function pointsOut(page: Page): Promise<void> {
  const [dots, bars] = [page.getByTestId('chart').nth(0), page.getByTestId('chart').nth(1)]
  await dots.scrollIntoViewIfNeeded()
  const box = await dots.getByRole('img').boundingBox()
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await expect(dots.getByTestId('chart-tip')).toHaveText(/^day\d+amount\d+fill(?:odd|even)$/)
  await bars.locator('[data-picture]').focus()
  await page.keyboard.press('Home')
  await expect(bars.getByRole('status')).toHaveText('day: 0, double: 0')
  await page.keyboard.press('ArrowRight')
  await expect(bars.getByRole('status'), 'by Vega-Lite itself: 7919 modulo 2003, doubled').toHaveText('day: 1, double: 3820')
  await expect(bars.getByTestId('chart-tip')).toHaveText('day1double3820')
  const figure = page.getByTestId('shown').filter({ has: page.getByText('By Vega-Lite', { exact: true }) })
  await figure.getByRole('button', { name: /^Show as table/ }).click()
  await expect(figure.getByRole('row')).toHaveCount(13)
  await figure.getByRole('button', { name: /^Show as chart/ }).click()
  await figure.getByRole('button', { name: /^Download/ }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as PNG' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('By-Vega-Lite.png')
  expect((await readFile(await saved.path())).subarray(1, 4).toString()).toBe('PNG')
}

const ANSWER = `Sorted:

Euler wrote \\(e^{i\\pi} = -1\\) and $x_1$; it costs $5 or $10.[^1] Water is H~2~O. See \`/paper.pdf\`.

\\[ \\sum_{k=1}^{n} k = \\frac{n(n+1)}{2} \\]

Broken: \\(\\frac{\\)

\`\`\`mermaid
flowchart LR
  A[Ask] --> B{Allowed?}
  B -->|yes| C[Run]
  B -->|no| D[Say why]
\`\`\`

\`\`\`mermaid
flowchart LR
  A[[ --> broken
\`\`\`

\`\`\`python
def area(r: float) -> float:
    return 3.14159 * r ** 2  # a comment that is so long that nobody would ever want to read all of it in one line on a phone
\`\`\`

| Town | People |
|---|--:|
| Bern | 134794 |
| Aarau | 21503 |

![A map](https://pictures.example.invalid/map.png?said=everything)

[^1]: Prices of today.
`

/** A picture that would ask for another one, if it could. */
const MAP =
  '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="teal"/><image href="https://spy.example.invalid/x.png"/></svg>'

test('answers are set: formulas, diagrams, coloured code, tables that sort; pictures from elsewhere stay there', async ({
  page,
  begin,
}) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('invalid')) outside.push(request.url())
  })
  await page.setViewportSize({ width: 1360, height: 1000 })
  await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  await begin(() => ({ text: ANSWER, pieces: 40, pace: 10 }))
  await openSide(page, 'files')
  await page
    .getByTestId('upload')
    .setInputFiles({ name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf('Hello from a PDF')) })
  await ask(page, 'Tell me')
  const answer = answers(page).last()
  await expect(answer.locator('.katex').first()).toBeVisible()
  await expect(answer.getByTestId('formula')).toHaveCount(3)
  await expect(answer.getByTestId('broken-formula')).toContainText('\\(\\frac{\\)')
  await expect(answer).toContainText('it costs $5 or $10.')
  await expect(answer.getByRole('img', { name: 'Diagram' })).toHaveAttribute('src', /^blob:/, { timeout: 30_000 })
  await expect(answer.getByText('This diagram cannot be drawn')).toBeVisible({ timeout: 30_000 })
  await expect(answer.locator('pre .text-code-key', { hasText: 'def' })).toBeVisible()
  await answer.getByRole('button', { name: /^Save to files.*Python/ }).click()
  await expect(answer).toContainText('Saved as /results/code.py')
  await answer.getByRole('button', { name: 'People' }).click()
  await expect(answer.getByRole('row').nth(1)).toContainText('Aarau')
  const picture = answer.getByTestId('remote-picture')
  await expect(picture).toContainText('https://pictures.example.invalid/map.png?said=everything')
  await expect(picture).toContainText('sends this whole address to pictures.example.invalid')
  expect(await violations(page)).toEqual([])
  await look(page, 'answer-wide')

  await answer.locator('[data-path="/paper.pdf"]').click()
  const paper = page.frameLocator('iframe[title="The page /paper.pdf"]')
  await expect(paper.getByRole('img', { name: /Hello from a PDF/ })).toBeVisible({ timeout: 20_000 })
  await look(page, 'answer-pdf')
  expect(outside, 'before a press nothing is asked for').toEqual([])
  const address = 'https://pictures.example.invalid/map.png?said=everything'
  await page.route('https://*.example.invalid/**', (route) => route.abort())
  await picture.getByRole('button', { name: 'Show picture' }).click()
  await expect(picture).toContainText('No picture came from pictures.example.invalid')
  await page.route(address, (route) => route.fulfill({ contentType: 'image/svg+xml', body: MAP }))
  await picture.getByRole('button', { name: 'Show picture' }).click()
  const shown = answer.getByTestId('fetched-picture')
  await expect(shown, 'as large as it says').toHaveCSS('aspect-ratio', '30 / 20')
  await expect(shown.contentFrame().getByRole('presentation')).toBeVisible()
  expect(outside, 'and then this one thing, at each press').toEqual([address, address])
  await look(page, 'answer-picture')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'answer-phone-dark')
})
