import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { test } from '../stories/support/scripted-studio.ts'
import { innerTabs, openSide } from '../stories/support/side.ts'
import { answers, approveNext, ask, call, expect } from '../stories/support/studio.ts'

const PAGE = (word: string) =>
  `<!doctype html><link rel="stylesheet" href="look.css"><h1>Hello</h1><script src="./work.js"></script><script>console.log('says ${word}')</script><img src="https://example.invalid/spy.png">`
const ROWS = ['name,amount', ...Array.from({ length: 2000 }, (_, index) => `row ${index},${(index * 7919) % 2003}`)].join('\n')
const FILES = {
  '/site/index.html': PAGE('first'),
  '/site/look.css': 'h1 { color: rgb(1, 2, 3) }',
  '/site/work.js': "document.querySelector('h1').textContent += ', work'",
  '/table.csv': ROWS,
  '/read.md': '# Title\n\nSee `/table.csv`.',
  '/counter.tsx':
    "import { useState } from 'react'\nimport { Label } from './label'\nexport default function Counter() {\n  const [count, setCount] = useState<number>(0)\n  return <button onClick={() => setCount(count + 1)}><Label count={count} /></button>\n}",
  '/lonely.jsx': 'import _ from "lodash-of-nobody"',
  '/label.tsx': 'export const Label = ({ count }: { count: number }) => <b>pressed {count}</b>',
  '/draw.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>',
}

const violations = (page: Page) =>
  page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
  })

test('what was made is looked at: a page that lives, a table that sorts, a text and a drawing, each by its name in an answer', async ({
  page,
  begin,
}) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  await begin((_, turn) => ({
    text:
      turn === 1
        ? 'Look at `/site/index.html`, `/table.csv`, `/read.md`, `/counter.tsx`, `/lonely.jsx` and `/draw.svg`; not at `/gone.html`.'
        : turn === 2
          ? call('write_file', { path: '/site/index.html', content: PAGE('second') })
          : 'Changed.',
  }))
  await openSide(page, 'preview')
  const preview = page.getByTestId('preview')
  await expect(page.frameLocator('iframe[title="The page /src/App.tsx"]').getByRole('heading')).toHaveText('Hello, Parley')
  await openSide(page, 'files')
  const upload = page.getByTestId('upload')
  for (const [path, content] of Object.entries(FILES)) {
    const name = path.split('/').at(-1) ?? ''
    if (!path.startsWith('/site')) await upload.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    else await newFile(page, path, content)
  }
  await ask(page, 'What is there?')
  const link = (path: string) => answers(page).last().locator(`[data-path="${path}"]`)

  await link('/site/index.html').click()
  const inside = page.frameLocator('iframe[title="The page /site/index.html"]')
  await expect(inside.locator('h1')).toHaveText('Hello, work')
  await expect(inside.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(preview).toContainText('says first')
  await expect(preview).toContainText('nothing gets out of a preview: https://example.invalid/spy.png')
  expect(await violations(page)).toEqual([])
  if (process.env['E2E_LOOK']) await page.screenshot({ path: 'e2e/out/preview-page.png' })
  await ask(page, 'Change it')
  await approveNext(page)
  await expect(preview).toContainText('says second')
  await openSide(page, 'files')
  await page.getByTestId('receipt').locator('[data-path="/site/index.html"]').click()
  await expect(preview, 'the receipt of a card leads there too').toContainText('says second')

  await answers(page).first().locator('[data-path="/table.csv"]').click()
  await expect(preview).toContainText('2000 rows')
  expect(await preview.getByRole('row').count(), 'only what is seen is in the page').toBeLessThan(120)
  await preview.getByRole('button', { name: 'amount' }).click()
  await expect(preview.getByRole('row').nth(1)).toContainText('row 0')
  await preview.getByRole('button', { name: 'amount' }).click()
  await expect(preview.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('2002')
  await expect(preview.getByRole('columnheader', { name: 'amount' })).toHaveAttribute('aria-sort', 'descending')
  expect(await violations(page)).toEqual([])
  if (process.env['E2E_LOOK']) await page.screenshot({ path: 'e2e/out/preview-table.png' })

  await answers(page).first().locator('[data-path="/read.md"]').click()
  await expect(preview.getByRole('heading', { name: 'Title' })).toBeVisible()
  const source = preview.getByRole('button', { name: 'Source' })
  await source.press('Enter')
  await expect(preview.getByText('# Title')).toBeVisible()
  await source.press('Enter')
  await expect(preview.getByRole('heading', { name: 'Title' })).toBeVisible()
  await answers(page).first().locator('[data-path="/draw.svg"]').click()
  await expect(preview.getByRole('img', { name: '/draw.svg' })).toBeVisible()
  await answers(page).first().locator('[data-path="/lonely.jsx"]').click()
  await expect(preview).toContainText('"lodash-of-nobody" in /lonely.jsx cannot be imported')
  const failed = preview.getByText('Something in the page failed. What it said stands below it.')
  await expect(failed).toBeVisible()
  await answers(page).first().locator('[data-path="/counter.tsx"]').click()
  const component = page.frameLocator('iframe[title="The page /counter.tsx"]').getByRole('button')
  await component.click()
  await expect(component).toHaveText('pressed 1')
  await expect(failed).toHaveCount(0)
  await answers(page).first().locator('[data-path="/gone.html"]').click()
  await expect(preview).toContainText('There is no file /gone.html')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('dialog', { name: 'Preview' }).getByLabel('File', { exact: true }).selectOption('/table.csv')
  await expect(preview).toContainText('2000 rows')
  expect(await violations(page)).toEqual([])
  if (process.env['E2E_LOOK']) await page.screenshot({ path: 'e2e/out/preview-phone.png' })
})

async function newFile(page: Page, path: string, content: string): Promise<void> {
  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByLabel('Path of the new file').fill(path)
  await page.keyboard.press('Enter')
  await page.locator('.cm-content').fill(content)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('not saved')).toHaveCount(0)
  await expect(innerTabs(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'All files' }).click()
}
