import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { test } from '../stories/support/scripted-studio.ts'
import { openSide } from '../stories/support/side.ts'
import { expect } from '../stories/support/studio.ts'

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>'
/** Ten times itself, in nine levels: a browser draws it for hours. */
const BOMB = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${Array.from({ length: 9 }, (_, level) =>
  level === 0
    ? '<g id="l0"><rect width="1" height="1"/></g>'
    : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`,
).join('')}</svg>`
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const violations = (page: Page) =>
  page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    return (await axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })).violations.map(({ id }) => id)
  })

/** As a person drops them from a window of the system, on this place and no other. */
async function dropOn(place: Locator, paths: readonly string[]): Promise<void> {
  const box = await place.boundingBox()
  const page = place.page()
  const session = await page.context().newCDPSession(page)
  const at = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  await session.detach()
}

test('many files are chosen by mouse, keys and finger, moved, taken along and deleted as one, and pictures show what they are', async ({
  page,
  context,
  begin,
}) => {
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await begin(() => ({ text: 'Hello.' }))
  await openSide(page, 'files')
  const panel = page.getByRole('tabpanel', { name: 'Files' })
  const tree = panel.getByRole('tree', { name: 'This conversation' })
  const row = (name: string) => tree.getByRole('treeitem').filter({ has: page.getByText(name, { exact: true }) })
  const chosen = tree.getByRole('treeitem', { selected: true })
  const bar = panel.getByRole('toolbar', { name: 'What is selected' })
  const undo = async () => {
    await panel.getByRole('button', { name: 'Undo' }).click()
    await expect(panel.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  }
  await page.getByTestId('upload').setInputFiles([
    { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
    { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
    { name: 'draw.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAWING) },
    { name: 'bomb.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(BOMB) },
    { name: 'dot.png', mimeType: 'image/png', buffer: DOT },
  ])
  await expect(row('two.txt')).toBeVisible()

  await expect(row('App.tsx'), 'what the page put there is nobody’s').toContainText('by Parley')
  await expect(row('draw.svg').getByTestId('thumbnail')).toHaveAttribute('src', /^blob:/)
  await expect(row('dot.png').getByTestId('thumbnail')).toHaveAttribute('src', /^blob:/)
  await expect(row('bomb.svg').getByTestId('thumbnail'), 'what would hold up the page is not drawn').toHaveCount(0)

  await row('one.txt').click({ modifiers: ['ControlOrMeta'] })
  await row('two.txt').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('2 selected')
  await expect(chosen).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  if (process.env['E2E_LOOK']) await page.screenshot({ path: 'e2e/out/files-chosen.png' })
  await bar.getByRole('button', { name: 'Copy paths' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('/one.txt\n/two.txt')
  const saving = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Download' }).click()
  const zip = readFileSync(await (await saving).path()).toString('latin1')
  expect(['one.txt', 'two.txt', 'App.tsx'].map((name) => zip.includes(name))).toEqual([true, true, false])

  await row('two.txt').dragTo(tree.getByRole('treeitem', { name: 'Folder src' }))
  await expect(panel.getByText('Moved 2 items to /src.')).toBeVisible()
  await expect(row('two.txt')).toHaveAttribute('aria-level', '2')
  await undo()
  await expect(row('two.txt')).toHaveAttribute('aria-level', '1')

  await row('one.txt').click({ modifiers: ['ControlOrMeta'] })
  await row('one.txt').press('Shift+ArrowDown')
  await expect(chosen).toHaveCount(2)
  await expect(row('two.txt')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(chosen, 'space takes one out again').toHaveCount(1)
  await page.keyboard.press('Space')
  await bar.getByRole('button', { name: 'Move to a folder' }).click()
  await page.getByLabel('Path of the folder').fill('/kept/here')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Moved 2 items to /kept/here.')).toBeVisible()
  await undo()

  await row('one.txt').click({ modifiers: ['ControlOrMeta'] })
  await row('two.txt').click({ modifiers: ['ControlOrMeta'] })
  await page.keyboard.press('Delete')
  await expect(panel.getByText('Deleted 2 items.')).toBeVisible()
  await expect(row('one.txt')).toHaveCount(0)
  await expect(row('draw.svg'), 'the keys go on from where the files were').toBeFocused()
  await undo()
  await expect(row('one.txt')).toBeVisible()
  await row('one.txt').focus()
  await page.keyboard.press('Control+a')
  await expect(chosen).toHaveCount(8)
  await page.keyboard.press('Escape')
  await expect(chosen).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem', { name: 'Folder src' })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(row('App.tsx')).toBeVisible()

  const folder = mkdtempSync(join(tmpdir(), 'parley-drop-'))
  try {
    mkdirSync(join(folder, 'project', 'deep'), { recursive: true })
    writeFileSync(join(folder, 'project', 'deep', 'inner.txt'), 'inside')
    writeFileSync(join(folder, 'two.txt'), 'another two')
    await dropOn(tree.getByRole('treeitem', { name: 'Folder src' }), [join(folder, 'project'), join(folder, 'two.txt')])
    await expect(row('inner.txt'), 'a folder comes to the folder it was dropped on').toHaveAttribute('aria-level', '4')
    await expect(row('two.txt')).toHaveCount(2)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await row('one.txt').click({ modifiers: ['ControlOrMeta'] })
  await row('two.txt')
    .last()
    .click({ modifiers: ['ControlOrMeta'] })
  await row('one.txt').dragTo(tree.getByRole('treeitem', { name: 'Folder src' }))
  await expect(panel.getByRole('alert'), 'a name that is taken').toContainText('/src/two.txt')
  await expect(row('one.txt'), 'none is moved unless all are').toHaveAttribute('aria-level', '1')

  await row('draw.svg').click()
  await expect(panel.getByRole('img', { name: '/draw.svg' })).toBeVisible()
  await panel.getByRole('tab', { name: 'Edit' }).click()
  await expect(page.locator('.cm-content')).toContainText('<rect')
  await panel.getByRole('button', { name: 'All files' }).click()
  await row('bomb.svg').click()
  await expect(panel).toContainText('drawing it would hold up the page')
  await panel.getByRole('button', { name: 'All files' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const [narrow, touched] = [page.getByRole('toolbar', { name: 'What is selected' }), page.getByRole('tree').first()]
  await touched.getByText('one.txt', { exact: true }).click()
  await touched.getByText('dot.png', { exact: true }).click()
  await expect(narrow).toContainText('2 selected')
  expect(await violations(page)).toEqual([])
  if (process.env['E2E_LOOK']) await page.screenshot({ path: 'e2e/out/files-phone.png' })
  await narrow.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 items.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(touched.getByText('dot.png', { exact: true })).toBeVisible()
})
