import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Page, test } from '@playwright/test'
import type * as Axe from 'axe-core'
import { isLong, LONG } from '../harness/is-long.ts'
import { englishLeft } from './support/english-left.ts'
import { innerTabs, openLab, openSide } from './support/side.ts'
import { approveNext, ask, expect, openStudio, waitingCard } from './support/studio.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Runs in the page, where axe was put once: handing it over again for every screen would take longer than the looking. */
async function findViolations(): Promise<readonly string[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

/** Nothing that axe would report, and in Chinese nothing that is still English. */
async function expectNoViolation(page: Page, screen: string): Promise<void> {
  expect.soft(await page.evaluate(findViolations), screen).toEqual([])
  const isChinese = (await page.locator('html').getAttribute('lang')) === 'zh-CN'
  if (isChinese) expect.soft(await englishLeft(page), `${screen}, left in English`).toEqual([])
}

const WORDS = {
  en: { story: "Look what is in src and change App.tsx's title", primes: 'Sum all primes below 1000' },
  zh: { story: '看看 src 里有什么，并修改 App.tsx 的标题', primes: '计算 1000 以内的所有素数之和' },
} as const

/** Read as broken or mended by many dialects, each with a reason of its own. */
const DAMAGED = `<tool_call>\n{'name': 'read_file', "arguments": {"path": "/a",}}\n</tool_call>
<tool_code>{"name": oops}</tool_code>
{"tool_calls": [{"id": "1", "function": {"name": "read_file", "arguments": "{\\"path\\": "}}]}
<function=read_file><parameter=path>/a</function>
<|tool_call|>[{"name": 7}]
[read_file(path=`

const TEMPLATE = readFileSync(new URL('../../packages/dialects/fixtures/templates/elements.jinja', import.meta.url))

const SCREENS = [
  { language: 'en', theme: 'light', width: 1360 },
  { language: 'zh', theme: 'dark', width: 320 },
  { language: 'zh', theme: 'dark', width: 1360 },
  { language: 'en', theme: 'dark', width: 320 },
] as const

/** Two have each language, each theme and each width; the others have them in another company. `npm test` takes the two in turn. */
const screens = isLong ? SCREENS : SCREENS.slice(0, 2)

const SLOW = ['in the inspector and the lab', 'in the files']

// Each has a page of its own, so no worker stands idle while another one looks at all of them.
test.describe.configure({ mode: 'parallel' })

for (const [index, { language, theme, width }] of screens.entries()) {
  test.describe(`axe finds nothing, ${language}, ${theme}, ${width} px`, () => {
    const words = WORDS[language]
    let met = 0
    const look = (place: string, body: (given: { page: Page }) => Promise<void>) => {
      if (isLong || met++ % 2 === index) test(place, SLOW.includes(place) ? LONG : {}, body)
    }

    test.beforeEach(async ({ page }) => {
      test.setTimeout(120_000)
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript({ path: AXE })
      await openStudio(page, { language, theme })
    })

    look('in the thread', async ({ page }) => {
      await expectNoViolation(page, 'welcome')
      await ask(page, words.story)
      for (const tool of ['list_directory', 'read_file']) {
        await expect(waitingCard(page)).toContainText(tool)
        await approveNext(page)
      }
      await expect(waitingCard(page)).toContainText('write_file')
      await expectNoViolation(page, 'a diff')
      await waitingCard(page).locator('[data-action="edit"]').click()
      await expect(page.locator('.cm-content')).toBeVisible()
      await expectNoViolation(page, 'editing')
      await page.keyboard.press('Escape')
      await waitingCard(page).focus()
      await page.keyboard.press('r')
      await expectNoViolation(page, 'a reason')
      await page.keyboard.press('Escape')
      await approveNext(page)
      await expect(page.locator('[data-stage="succeeded"]')).toHaveCount(3)
      await expectNoViolation(page, 'settled calls')
    })

    look('in the files', async ({ page }) => {
      await openSide(page, 'files')
      await expect(page.getByText('App.tsx', { exact: true })).toBeVisible()
      await expectNoViolation(page, 'the tree')
      await page.getByText('App.tsx', { exact: true }).click()
      await expect(page.locator('.cm-content')).toBeVisible()
      await expectNoViolation(page, 'a file')
      await innerTabs(page).nth(1).click()
      await expectNoViolation(page, 'the history of a file')
      await innerTabs(page).nth(2).click()
      await expectNoViolation(page, 'who wrote a file')
    })

    look('in the inspector and the lab', async ({ page }) => {
      await ask(page, words.primes)
      await expect(waitingCard(page)).toHaveCount(1)
      await openSide(page, 'changes')
      await expectNoViolation(page, 'changes, while there are none')
      await openSide(page, 'inspector')
      for (const tab of [0, 1, 2, 3, 4, 5, 6]) {
        await innerTabs(page).nth(tab).click()
        await expectNoViolation(page, `inspector ${tab}`)
      }
      await openLab(page)
      await expect(page.locator('[data-dialect]').first()).toBeVisible()
      await expectNoViolation(page, 'dialect lab')
      await page.getByTestId('lab-files').setInputFiles({ name: 'chat_template.jinja', mimeType: 'text/plain', buffer: TEMPLATE })
      await expect(page.locator('[data-found="derived"]')).toBeVisible()
      for (const more of await page.locator('aside summary, [role="dialog"] summary').all()) await more.click()
      await expectNoViolation(page, 'a dialect that was made of a template')
      await page.locator('aside textarea[id], [role="dialog"] textarea[id]').fill(DAMAGED)
      await expect(page.locator('[data-verdict="broken"]').first()).toBeVisible()
      await expectNoViolation(page, 'what cannot be read')
    })

    look('in the list of conversations, the waiting room, and where nothing answers', async ({ page }) => {
      await ask(page, words.primes)
      await expect(waitingCard(page)).toHaveCount(1)
      // The page learns a moment after the card that somebody waits.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+F8')
        await expect(page.getByTestId('waiting-room').getByRole('button')).toBeFocused({ timeout: 2000 })
      }).toPass()
      await expectNoViolation(page, 'the waiting room')
      await page.keyboard.press('Escape')
      if (width < 1100) await page.locator('header button').first().click()
      const search = page.getByRole('searchbox')
      await search.fill('nobody said this')
      const none = page.getByText(/^(Nothing found|没有找到)/)
      await expect(none).toBeVisible()
      const [above, below] = [await search.boundingBox(), await none.boundingBox()]
      expect((below?.y ?? 0) - (above?.y ?? 0), 'what was found stands below the search').toBeLessThan(80)
      await expectNoViolation(page, 'a search that finds nothing')
      await page.route('**/api/**', (route) => route.abort())
      // The alert stands only until the page has found models of its own.
      await page.route('**/assets/away-models-*.js', (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('alert').filter({ hasText: /cannot be reached|无法连接/ })).toBeVisible()
      await expectNoViolation(page, 'a server that is away')
      await page.unroute('**/assets/away-models-*.js')
      // What the page has of its own goes on without the server.
      await page.reload()
      await page.getByTestId('model-picker').click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expect(page.getByRole('option').filter({ hasText: /cannot be reached|无法连接/ })).toBeVisible()
      await expectNoViolation(page, 'models while the server is away')
      await page.keyboard.press('Escape')
      await page.unroute('**/api/**')
    })

    look('in the settings and menus', async ({ page }) => {
      await page.locator('header button').last().click()
      for (const tab of [0, 1, 2, 3, 4, 5]) {
        await page.getByRole('dialog').getByRole('tab').nth(tab).click()
        await expectNoViolation(page, `settings ${tab}`)
      }
      await page.keyboard.press('Escape')
      await page.getByTestId('mode-chip').click()
      await expectNoViolation(page, 'the mode menu')
    })
  })
}

test('a waiting call is announced once, with the way to it', async ({ page }) => {
  await openStudio(page)
  await ask(page, 'Sum all primes below 1000')
  await expect(page.getByTestId('announcer')).toContainText(/Waiting for you: Run \d+ lines of JavaScript in the sandbox\./)
  await expect(page.getByTestId('announcer')).toContainText('Press F8 to go to it.')
  await expect(waitingCard(page)).toHaveAccessibleName(/^Call 1, Run \d+ lines of JavaScript in the sandbox, waiting for you$/)
  await expect(page.getByRole('button', { name: /^Execute: Run \d+ lines of JavaScript/ })).toBeVisible()
})

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openStudio(page)
  await ask(page, 'Sum all primes below 1000')
  await expect(waitingCard(page)).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

/** Runs in the page. What is drawn beyond the edge of what holds it, where nothing says that there is more. */
function findCutWords(): readonly string[] {
  const bar = document.querySelector('[data-composer-bar]')
  const right = bar?.getBoundingClientRect().right ?? 0
  const words = [...(bar?.querySelectorAll('button, button > span') ?? [])].filter((element) => element.clientWidth > 1)
  const isCut = (element: Element) => {
    const { clientWidth, scrollWidth } = element
    return element.getBoundingClientRect().right > right || (scrollWidth > clientWidth + 1 && !element.matches('.truncate'))
  }
  const around = [...(bar?.children ?? [])].filter((place) => place.scrollWidth > place.clientWidth)
  return [...words, ...around].filter(isCut).map((element) => element.textContent ?? '')
}

for (const language of ['en', 'zh'] as const)
  test(`no chip of the composer is cut on a phone, ${language}`, LONG, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await openStudio(page, { language })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(page.getByTestId('model-picker')).toBeVisible()
      expect(await page.evaluate(findCutWords), `${width} px`).toEqual([])
    }
  })
