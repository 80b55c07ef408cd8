import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { test } from '../support/scripted-studio.ts'
import { answers, call, calm, composer, expect, waitingCard } from '../support/studio.ts'

/** Goes on with the Tab key until it is there, and looks whether one sees that. */
async function tabTo(page: Page, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(place).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    if (await place.evaluate((element) => element === document.activeElement)) {
      // The box around the message shows it by its border.
      if ((await place.getAttribute('data-composer')) === null) await expect(place).not.toHaveCSS('outline-style', 'none')
      return
    }
    await page.keyboard.press(key)
  }
  throw new Error(`The Tab key does not lead to ${String(place)}.`)
}

async function pressOn(page: Page, place: Locator): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.press('Enter')
}

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox').last()).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: words, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
}

async function say(page: Page, words: string): Promise<void> {
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await tabTo(page, composer(page))
  await page.keyboard.type(words)
  // A page that is about to go on with the last turn keeps what was written, as it would for a person, who presses again.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('', { timeout: 3000 })
  }).toPass({ timeout: 20_000 })
}

async function allow(page: Page): Promise<void> {
  await calm(page).waitFor()
  await page.keyboard.press('Control+Enter')
}

/** From one to the next with the arrow, each time only when the one before it has the focus. */
async function chooseMode(page: Page, name: string): Promise<void> {
  await pressOn(page, page.getByTestId('mode-chip'))
  const mode = page.getByRole('menuitemcheckbox', { name: new RegExp(`^${name} `) })
  await expect(mode).toBeVisible()
  const focused = page.getByRole('menuitemcheckbox').and(page.locator(':focus'))
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused()
  for (const each of await page.getByRole('menuitemcheckbox').all()) {
    await expect(each).toBeFocused()
    if (await mode.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(mode).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(mode).toHaveCount(0)
}

const isSomewhere = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

test('audit, verifying, replay, the review of a rehearsal and a conflict need no mouse', async ({ page, begin }) => {
  let title = 'Spring'
  const { upstream } = await begin(({ messages }) => ({
    text: messages.at(-1)?.content.includes('tool_call_result')
      ? `It is written: ${title}.`
      : call('write_file', { path: '/plan.md', content: `# ${title}\n` }),
  }))
  await say(page, 'Plan the garden')
  await allow(page)
  await expect(answers(page).last()).toContainText('It is written')

  // Audit: narrowed and saved; Escape leads back to where one was.
  await command(page, 'Audit')
  await tabTo(page, page.getByLabel('Allowed by'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('audit-count')).toContainText('1 effect')
  const listing = page.waitForEvent('download')
  await pressOn(page, page.getByRole('button', { name: 'Save as CSV' }))
  await listing
  await tabTo(page, page.getByRole('region', { name: 'Effects' }))
  await page.keyboard.press('Escape')
  await expect(composer(page)).toBeFocused()

  // Verify.
  await command(page, 'Data')
  const saving = page.waitForEvent('download')
  await pressOn(page, page.getByRole('button', { name: 'Export this conversation' }))
  const capsule = await readFile(await (await saving).path())
  const verify = page.getByRole('button', { name: 'Verify a capsule' })
  const choosing = page.waitForEvent('filechooser')
  await pressOn(page, verify)
  await (await choosing).setFiles({ name: 'a.capsule.json', mimeType: 'application/json', buffer: capsule })
  await expect(page.getByRole('status').filter({ hasText: 'Intact: 1 call' })).toBeVisible()
  await expect(verify).toBeFocused()

  // Replay: the arrows lead from page to page and from cell to cell.
  title = 'Autumn'
  await tabTo(page, page.getByRole('tab', { name: 'Data' }), 'Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Replay' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Add this conversation' }))
  await expect(page.getByText('1 conversation', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 conversations', { exact: true })).toBeVisible()
  const removes = page.getByRole('button', { name: 'Remove Plan the garden' })
  await tabTo(page, removes.last())
  await page.keyboard.press('Enter')
  await expect(removes).toHaveCount(2)
  await expect(removes.last()).toBeFocused()
  await tabTo(page, page.getByRole('checkbox', { name: 'scripted', exact: true }))
  await page.keyboard.press('Space')
  const run = page.getByRole('button', { name: 'Replay and compare' })
  await pressOn(page, run)
  await expect(page.getByText('2 of 2 compared')).toBeVisible()
  await expect(run).toBeFocused()
  const cells = page.getByRole('gridcell').getByRole('button')
  await tabTo(page, cells.first())
  await page.keyboard.press('ArrowDown')
  await expect(cells.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cells.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const differing = page.getByTestId('replayed-answer').first()
  await expect(differing).toBeFocused()
  await pressOn(page, differing.getByRole('button', { name: 'Go on from now' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(waitingCard(page)).toContainText('/plan.md')
  expect(await isSomewhere(page)).toBe(true)
  await allow(page)
  await expect(answers(page).last()).toContainText('It is written')

  // A rehearsal, and a conflict with what was written meanwhile.
  await chooseMode(page, 'Rehearse')
  title = 'Winter'
  await say(page, 'Rehearse the winter')
  await expect(answers(page).last()).toContainText('It is written: Winter')
  await chooseMode(page, 'Ask')
  title = 'Snow'
  await say(page, 'Write the snow')
  await allow(page)
  await expect(answers(page).last()).toContainText('It is written: Snow')
  expect(upstream.requests.length).toBeGreaterThan(5)

  await pressOn(page, page.getByTestId('rehearsal-bar').getByRole('button'))
  const conflict = page.getByTestId('rehearsal-conflict')
  await pressOn(page, conflict.getByRole('button', { name: 'Both' }))
  await expect(conflict.getByRole('button', { name: 'Both' })).toBeFocused()
  await tabTo(page, conflict.getByRole('button', { name: 'Keep merged' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('rehearsal-kept')).toBeVisible()
  await expect(page.getByRole('tabpanel').last().locator(':focus')).toHaveCount(1)
})
