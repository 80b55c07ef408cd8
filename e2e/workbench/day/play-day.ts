import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import type { RunningParley } from '../../stories/support/parley-server.ts'
import type { Script, Upstream } from '../../stories/support/scripted-upstream.ts'
import { answers, calm, composer, expect, stepsLine, waitingCard } from '../../stories/support/studio.ts'
import type { Hand } from './hands.ts'
import { CSV, plotting, renamed, site } from './site.ts'
import { type Language, SAID, SEEN, saying } from './words.ts'

export const KEY = 'sk-for-the-night'

/** Where a day is spent: a server with one model, and another vendor whom nobody has connected yet. */
export interface House {
  readonly upstream: Upstream
  readonly night: Upstream
  readonly parley: RunningParley
}

export interface Day {
  readonly page: Page
  readonly house: House
  readonly language: Language
  readonly hand: Hand
  /** Looks at the page as it is now. */
  readonly look: (name: string) => Promise<void>
}

const several = (calls: readonly (readonly [name: string, input: object])[]) => ({
  text: '',
  calls: calls.map(([name, input]) => ({ name, input })),
})

/** What the model does all day. */
export function script(language: Language): Script {
  const said = SAID[language]
  const write = (files: readonly object[]) => several(files.map((file) => ['write_file', file] as const))
  const turns = [
    several([['browser_js_eval', { code: plotting(said.chart), use_files: true }]]),
    { text: said.plotted },
    write(site(said.heading)),
    { text: said.written },
    write(renamed(said.heading)),
    { text: said.refactored },
  ]
  return (_, turn) => turns[turn - 1] ?? { text: '' }
}

/** Eight hours: attach, plot, write, preview, refactor, connect, search, export. */
export async function playDay(day: Day): Promise<void> {
  await attach(day)
  await plot(day)
  await writePage(day)
  await preview(day)
  await refactor(day)
  await connect(day)
  await search(day)
  await exportTalk(day)
}

const ask = async ({ page, hand }: Day, text: string) => {
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await hand.write(composer(page), text)
  await page.keyboard.press('Enter')
  await expect(composer(page)).toHaveValue('')
}

/** What the model said in words. Its cards and charts tell of the same files and numbers. */
const lastWords = (page: Page): Locator => page.getByTestId('answer-text').last()

/** Reads what waits to its end and says yes, one call after the other, until the answer is there. */
async function approveAll({ page, hand }: Day, answer: Locator): Promise<void> {
  for (let times = 0; times < 60; times++) {
    await expect(calm(page).or(answer).first()).toBeVisible()
    if (await answer.isVisible()) return
    await hand.approve(page)
  }
}

/** The side, or on a phone the sheet with it. */
const side = (page: Page): Locator => page.locator('aside, [role="dialog"]').filter({ has: page.locator('[data-tab]') })

async function openTab({ page, hand, language }: Day, tab: 'preview' | 'files' | 'changes'): Promise<void> {
  const seen = SEEN[language]
  const inside = side(page).getByRole('tab', { name: seen.panel[tab], exact: true })
  if (!(await inside.isVisible())) {
    const shut = page.getByRole('banner').getByRole('button', { name: saying(seen.panel.show) })
    await hand.press(shut.filter({ visible: true }).first())
  }
  await hand.press(inside)
}

/** A sheet covers the conversation; beside it, the side may stay. */
async function leaveSide({ page }: Day): Promise<void> {
  if (
    await page
      .getByRole('dialog')
      .filter({ has: page.locator('[data-tab]') })
      .isVisible()
  )
    await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function attach({ page, hand, language, look }: Day): Promise<void> {
  const seen = SEEN[language]
  await expect(page.getByTestId('talk-menu')).toBeVisible()
  await look('0-welcome')
  await hand.press(page.getByRole('button', { name: seen.attach.menu, exact: true }))
  const chooser = page.waitForEvent('filechooser')
  await hand.press(page.getByRole('menuitem', { name: seen.attach.file }))
  await (await chooser).setFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await expect(page.getByTestId('attachments').getByRole('listitem')).toHaveText([/^sales\.csv/])
  await expect(composer(page), 'whoever attached something writes on').toBeFocused()
  await look('1-attached')
}

async function plot(day: Day): Promise<void> {
  const { page, language, look } = day
  const said = SAID[language]
  await ask(day, said.plot)
  await expect(waitingCard(page).locator('.text-code-key').first()).toBeVisible()
  await expect(waitingCard(page)).toContainText('Plot.lineY')
  await expect(page.locator('[data-role="user"]').last()).toContainText('sales.csv')
  await look('2-asked-to-plot')
  await approveAll(day, lastWords(page).filter({ hasText: '212' }))
  const drawn = page.getByTestId('shown').getByRole('img', { name: said.chart })
  await expect(drawn).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
  const hidden = await page.locator('[data-picture]').evaluate((place) => place.scrollWidth - place.clientWidth)
  expect(hidden, 'a chart is as wide as its place, also on a phone').toBe(0)
  expect(page.frames().map((frame) => new URL(frame.url()).pathname)).toContain('/sandbox.html')
  await look('3-plotted')
}

async function writePage(day: Day): Promise<void> {
  const { page, hand, language, look } = day
  const said = SAID[language]
  await ask(day, said.page)
  await expect(waitingCard(page)).toContainText('/site/index.html')
  await look('4-asked-to-write')
  await approveAll(day, lastWords(page).locator('[data-path="/site/work.js"]'))
  // They fold by themselves when the turn has ended, perhaps just now.
  await expect(async () => {
    const line = stepsLine(page).last()
    if ((await line.getAttribute('aria-expanded')) === 'false') await hand.press(line)
    for (const { path } of site(said.heading))
      await expect(page.getByTestId('receipt').locator(`[data-path="${path}"]`)).toBeVisible({ timeout: 1000 })
  }).toPass()
  const torn = lastWords(page).locator('[data-path]').evaluateAll(tornOff)
  expect(await torn, 'a full stop stays with the name before it').toEqual([])
}

/** Runs in the page. The signs behind names of files that stand on another line than the name. */
function tornOff(names: readonly Element[]): readonly string[] {
  return names.flatMap((name) => {
    const next = name.nextSibling
    if (!(next instanceof Text) || /^\s/.test(next.data)) return []
    const sign = new Range()
    sign.setStart(next, 0)
    sign.setEnd(next, 1)
    return sign.getBoundingClientRect().top < name.getBoundingClientRect().bottom ? [] : [sign.toString()]
  })
}

async function preview(day: Day): Promise<void> {
  const { page, hand, language, look } = day
  const said = SAID[language]
  await hand.press(lastWords(page).locator('[data-path="/site/index.html"]'))
  const inside = page.frameLocator('iframe[src*="preview"], [data-testid="preview"] iframe')
  await expect(inside.getByRole('heading', { name: said.heading })).toBeVisible()
  await expect(inside.getByRole('listitem')).toHaveText(['Bern: 171', 'Aarau: 149'])
  await expect(page.getByTestId('preview')).toContainText('drawn 2')
  await look('5-preview')
  await leaveSide(day)
}

async function refactor(day: Day): Promise<void> {
  const { page, hand, language, look } = day
  const [seen, said] = [SEEN[language], SAID[language]]
  const mode = async (name: string) => {
    await hand.press(page.getByTestId('mode-chip'))
    await hand.press(page.getByRole('menuitemcheckbox', { name: saying(name) }))
  }
  await mode(seen.mode.rehearse)
  const bar = page.getByTestId('rehearsal-bar')
  await expect(bar).toBeVisible()
  await ask(day, said.refactor)
  await expect(bar).toContainText('3')
  await expect(page.getByTestId('receipt').last()).toContainText(seen.effect.onCopy)
  await expect(answers(page).last()).toContainText('orders')
  await look('6-rehearsed')
  await hand.press(bar.getByRole('button', { name: seen.rehearsal.review, exact: true }))
  const review = side(page).getByRole('region', { name: seen.rehearsal.title })
  const rows = review.getByRole('list').first().getByRole('listitem')
  await expect(rows).toHaveText([/index\.html/, /look\.css/, /work\.js/])
  await hand.press(rows.filter({ hasText: 'look.css' }).getByRole('button'))
  const passages = review.locator('[data-passage]')
  await expect(passages).toHaveCount(1)
  await expect(passages).toContainText('#orders li')
  await look('7-review')
  await hand.press(passages.getByRole('button', { name: seen.rehearsal.keepPassage, exact: true }))
  await expect(rows).toHaveCount(2)
  await hand.press(review.getByRole('button', { name: seen.rehearsal.keepAll, exact: true }))
  await expect(side(page).getByTestId('rehearsal-kept')).toContainText('3')

  await openTab(day, 'files')
  await hand.press(
    side(page)
      .getByRole('treeitem', { name: /^work\.js/ })
      .first(),
  )
  await hand.press(side(page).getByRole('tab', { name: seen.files.history, exact: true }))
  await expect(side(page).getByRole('list').last().getByRole('listitem')).toHaveCount(2)
  await look('8-versions')
  await openTab(day, 'preview')
  await expect(page.frameLocator('[data-testid="preview"] iframe').locator('#orders li')).toHaveCount(2)
  await leaveSide(day)
  await mode(seen.mode.ask)
  await expect(bar).toHaveCount(0)
}

async function connect(day: Day): Promise<void> {
  const { page, hand, house, language, look } = day
  const [seen, said] = [SEEN[language], SAID[language]]
  await page.keyboard.press('Control+Shift+O')
  await expect(answers(page)).toHaveCount(0)
  await hand.press(page.getByTestId('model-picker'))
  await expect(page.getByRole('option', { name: seen.model.connect })).toBeVisible()
  await look('9-models')
  await hand.press(page.getByRole('option', { name: seen.model.connect }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: seen.connect.other, exact: true })).toBeVisible()
  const field = (name: string) => dialog.getByLabel(saying(name)).filter({ visible: true })
  await look('10-connect')
  await hand.press(dialog.getByRole('button', { name: seen.connect.other, exact: true }))
  await hand.write(field(seen.connect.name), said.provider)
  await hand.write(field(seen.connect.address), house.night.url)
  await hand.write(field(seen.connect.key), 'sk-wrong')
  await hand.press(dialog.getByRole('button', { name: seen.connect.test, exact: true }))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await look('11-wrong-key')
  await hand.write(field(seen.connect.key), KEY)
  await hand.press(dialog.getByRole('button', { name: seen.connect.test, exact: true }))
  await expect(dialog.getByTestId('tried')).toContainText('night-1.0')
  await look('12-tested')
  await hand.press(dialog.getByRole('button', { name: seen.connect.save, exact: true }))
  const choice = page.getByRole('option', { name: 'night-1.0', exact: true })
  await expect(choice).toBeVisible()
  await look('13-chosen')
  await hand.press(choice)
  await expect(page.getByTestId('model-picker')).toContainText('night-1.0')
  await ask(day, said.hello)
  await expect(answers(page).last()).toContainText(said.answer)
  await look('14-answered')
}

async function search(day: Day): Promise<void> {
  const { page, hand, language, look } = day
  const [seen, said] = [SEEN[language], SAID[language]]
  const field = page.getByRole('searchbox', { name: seen.talks.search })
  if (!(await field.isVisible()))
    await hand.press(page.getByRole('banner').getByRole('button', { name: saying(seen.panel.threads) }))
  await hand.write(field, said.sought)
  const list = page.getByRole('navigation', { name: seen.thread.list })
  await expect(list.locator('mark')).toHaveText(said.sought)
  await look('15-searched')
  await hand.press(list.locator('[data-hit]'))
  const found = page.locator('[data-sought]')
  await expect(found).toContainText(said.sought)
  await expect(found).toBeInViewport()
  await look('16-found')
}

async function exportTalk({ page, hand, language, look }: Day): Promise<void> {
  const [seen, said] = [SEEN[language], SAID[language]]
  const save = async (choice: string): Promise<string> => {
    const menu = page.getByRole('button', { name: seen.talkMenu.label, exact: true })
    const place = await menu.boundingBox()
    await hand.press(menu)
    const item = page.getByRole('menuitem', { name: choice })
    await expect(item).toBeVisible()
    expect(await menu.boundingBox(), 'nothing moves when a menu opens').toEqual(place)
    if (choice === seen.talkMenu.markdown) await look('17-export')
    const saving = page.waitForEvent('download')
    await hand.press(item)
    return textOf(await saving)
  }
  const markdown = await save(seen.talkMenu.markdown)
  for (const part of [said.plot, said.plotted, '/site/work.js']) expect(markdown).toContain(part)
  expect(markdown, 'the values of the chart').toContain('| Aarau |')
  const html = await save(seen.talkMenu.html)
  for (const part of [said.plot, said.sought, '/site/work.js']) expect(html).toContain(part)
  expect(html, 'the chart is part of the page').toMatch(/<img src="data:image\/svg\+xml,[^"]+" alt="/)
  const capsule = JSON.parse(await save(seen.talkMenu.capsule))
  expect(capsule).toMatchObject({ format: 'parley-capsule' })
  expect(JSON.stringify(capsule)).toContain('const orders = { Bern: 171, Aarau: 149 }')
  expect(JSON.stringify(capsule)).not.toContain(KEY)
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')
