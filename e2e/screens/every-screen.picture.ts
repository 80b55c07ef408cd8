import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from '../stories/support/scripted-studio.ts'
import { innerTabs, openLab, openSide } from '../stories/support/side.ts'
import { approveNext, ask, call, calm, expect, readToEnd, waitingCard } from '../stories/support/studio.ts'

// For a person who looks at everything: `npm run screens` leaves each screen in every language, both themes and widths.

const LOOKS = [
  { language: 'en', theme: 'light', width: 1360 },
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'zh', theme: 'dark', width: 1360 },
  { language: 'zh', theme: 'light', width: 390 },
  { language: 'de', theme: 'dark', width: 1360 },
  { language: 'de', theme: 'light', width: 390 },
] as const

const several = (...calls: readonly (readonly [name: string, input: object])[]): string =>
  JSON.stringify({
    tool_calls: calls.map(([name, input], index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  })

const CODE =
  'const lines = (await files.read("/sales.csv")).split("\\n")\nconsole.log(lines.length)\nreturn lines.map((line) => Number(line.split(",")[1])).reduce((sum, value) => sum + value, 0)'
const RICH = `## A heading

Some **bold**, *slanted* and \`code\`, a [link](https://example.com), and a footnote[^1].

| Month | Sales | Change |
|---|---:|---:|
| January | 1200 | +3 % |
| February | 980 | −18 % |

\`\`\`ts
export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) // a rather long line that does not fit
\`\`\`

1. first
2. second
   - inner

> a quotation

[^1]: What the footnote says.`

const FAULTS = [
  ['key', 401, 'Incorrect API key provided.'],
  ['missing', 404, 'The model `scripted` does not exist.'],
  ['quota', 429, 'You exceeded your current quota.'],
  ['broken', 500, 'Internal error.'],
] as const

const BROKEN = `I write it.\n{"tool_calls": [{"id": "1", "function": {"name": "read_file", "arguments": "{\\"path\\": "}}]}`

const SEVERAL = several(
  ['write_file', { path: '/sales.csv', content: 'January,1200\nFebruary,980\n' }],
  ['read_file', { path: '/missing.txt' }],
  ['browser_js_eval', { code: CODE }],
  ['delete_file', { path: '/src/index.tsx' }],
  ['ask_user', { question: 'Which month?' }],
)

const panel = async (page: Page, name: 'files' | 'inspector' | 'settings') => {
  await (name === 'settings' ? page.locator('header button').last().click() : openSide(page, name))
  await expect(page.locator('aside, [role="dialog"]').last()).toBeVisible()
}

for (const { language, theme, width } of LOOKS) {
  const look = { language, theme }
  test.describe(`${language} ${theme} ${width}`, () => {
    test.use({ viewport: { width, height: width < 500 ? 844 : 860 } })
    test.setTimeout(240_000)
    const take = async (page: Page, name: string) => {
      await page.mouse.move(0, 0)
      const path = join(import.meta.dirname, '..', 'out', 'screens', `${name}-${language}-${theme}-${width}.png`)
      await page.screenshot({ path, animations: 'disabled' })
    }
    test('the thread', async ({ page, begin }) => {
      await begin((_, turn) => ({ text: turn === 1 ? SEVERAL : RICH }), look)
      await take(page, '01-welcome')
      await ask(page, 'Analyse the sales')
      await expect(page.locator('[data-stage="failed"]')).toHaveCount(1)
      await expect(calm(page)).toBeVisible()
      await take(page, '02-dock-of-several')
      for (let step = 0; step < 2; step++) {
        await approveNext(page)
        await page.waitForTimeout(600)
      }
      await expect(waitingCard(page)).toHaveCount(1)
      await readToEnd(page)
      await take(page, '03-dock-code')
      await page.locator('[data-dock] [data-action="edit"]').click()
      await page.waitForTimeout(800)
      await take(page, '04-dock-edit')
      await page.keyboard.press('Escape')
      await page.locator('[data-dock] [data-action="allow"]').click()
      await take(page, '05-dock-allow')
      await page.keyboard.press('Escape')
      await approveNext(page)
      await page.waitForTimeout(600)
      await take(page, '06-after-code')
      await waitingCard(page).locator('[data-action="reject"]').click()
      await page.waitForTimeout(800)
      await take(page, '07-rejected')
    })

    test('the answers', async ({ page, begin }) => {
      await begin((_, turn) => ({ text: turn === 1 ? RICH : BROKEN }), look)
      await ask(page, 'Show me everything')
      await expect(page.getByText('What the footnote says.')).toBeVisible()
      await take(page, '10-answer')
      await ask(page, 'Now break it')
      await expect(page.locator('[data-stage="malformed"]').first()).toBeVisible()
      await take(page, '11-malformed')
    })

    test('the files', async ({ page, begin }) => {
      await begin(
        (_, turn) => ({
          text:
            turn === 1
              ? call('write_file', { path: '/src/App.tsx', content: 'export const App = () => <h1>Hi</h1>\n' })
              : 'Done.',
        }),
        look,
      )
      await ask(page, 'Change it')
      await expect(calm(page)).toBeVisible()
      await take(page, '20-diff-card')
      await approveNext(page)
      await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(1)
      await panel(page, 'files')
      await expect(page.getByText('App.tsx', { exact: true })).toBeVisible()
      await take(page, '21-files')
      await page.getByText('App.tsx', { exact: true }).click()
      await expect(page.locator('.cm-content')).toBeVisible()
      await take(page, '22-file')
      await innerTabs(page).nth(1).click()
      await page
        .getByRole('button', { name: /Compare|比较|对比|Vergleich/ })
        .last()
        .click()
      await page.waitForTimeout(500)
      await take(page, '23-history')
      await innerTabs(page).nth(2).click()
      await page.waitForTimeout(500)
      await take(page, '24-blame')
    })

    test('the panels', async ({ page, begin }) => {
      await begin((_, turn) => ({ text: turn === 1 ? call('read_file', { path: '/src/App.tsx' }) : 'Done.' }), look)
      await panel(page, 'inspector')
      await expect(page.locator('[data-view="lab"]')).toBeVisible()
      await take(page, '30-inspector-empty')
      if (width < 1100) await page.keyboard.press('Escape')
      await ask(page, 'Read it')
      await expect(waitingCard(page)).toHaveCount(1)
      if (width < 1100) await panel(page, 'inspector')
      for (const tab of [0, 1, 2, 3, 4, 5, 6]) {
        await innerTabs(page).nth(tab).click()
        await page.waitForTimeout(300)
        await take(page, `31-inspector-${tab}`)
      }
      if (width < 1100) await page.keyboard.press('Escape')
      await openLab(page)
      await expect(page.locator('[data-dialect]').first()).toBeVisible()
      await take(page, '32-lab')
      if (width < 1100) await page.keyboard.press('Escape')
      await panel(page, 'settings')
      const pages = page.getByRole('dialog').getByRole('tab')
      await expect(pages.first()).toBeVisible()
      // The last one takes capsules.
      for (let tab = 0; tab < (await pages.count()); tab++) {
        await pages.nth(tab).click()
        await page.waitForTimeout(600)
        await take(page, `33-settings-${tab}`)
      }
      await page
        .getByTestId('capsule-input')
        .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"other"}') })
      await page.waitForTimeout(300)
      await take(page, '34-bad-capsule')
      await page.keyboard.press('Escape')
      for (const chip of ['mode-chip', 'model-picker', 'attach']) {
        await page.getByTestId(chip).click()
        await expect(page.locator('[role="menu"], [role="listbox"]')).toBeVisible()
        await take(page, `35-${chip}`)
        await page.keyboard.press('Escape')
      }
      if (width < 1100) await page.locator('header button').nth(0).click()
      await take(page, '36-sidebar')
      await page.getByRole('searchbox').fill('nothing has this')
      await page.waitForTimeout(500)
      await take(page, '37-search-nothing')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+F8')
      await page.waitForTimeout(500)
      await take(page, '38-waiting-room')
    })

    test('the conversations', async ({ page, begin }) => {
      await begin(() => ({ text: 'Done.' }), look)
      await panel(page, 'files')
      await page.waitForTimeout(300)
      await take(page, '25-files-at-first')
      if (width < 1100) await page.keyboard.press('Escape')
      await ask(page, 'A conversation that has a name')
      await expect(page.getByText('Done.').first()).toBeVisible()
      for (const item of [0, 1]) {
        if (width < 1100) await page.locator('header button').nth(0).click()
        await page.locator('nav li button[aria-haspopup="menu"]').first().click()
        if (item === 0) await take(page, '39-conversation-menu')
        await page.getByRole('menuitem').nth(item).click()
        await page.waitForTimeout(300)
        await take(page, `39-conversation-menu-${item}`)
        await page.keyboard.press('Escape')
        if (width < 1100) await page.keyboard.press('Escape')
      }
    })

    test('the faults', async ({ page, begin }) => {
      const studio = await begin(() => ({ text: '' }), look)
      for (const [name, status, text] of FAULTS) {
        studio.upstream.play(() => ({ text, status }))
        await page.locator('textarea[data-composer]').fill('Hello')
        await page.locator('textarea[data-composer]').press('Enter')
        await expect(page.getByTestId('thread-notice')).toBeVisible()
        await page.waitForTimeout(400)
        await take(page, `40-${name}`)
      }
      await page.route('**/api/**', (route) => route.abort())
      await page.reload()
      await page.waitForTimeout(1500)
      await take(page, '41-server-down')
    })
  })
}
