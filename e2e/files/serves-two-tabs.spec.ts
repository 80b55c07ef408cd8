import { expect, type Page } from '@playwright/test'
import { test } from './files-test.ts'

interface Written {
  /** How often the counter was raised, and how often that was refused because the other tab was faster. */
  readonly raised: number
  readonly refused: number
  readonly blind: readonly string[]
}

/** Half the writes raise a shared counter on the version they read; the other half overwrite one file without looking. */
function writeInTurns(page: Page, tab: string, writes: number): Promise<Written> {
  return page.evaluate(
    async ([name, count]) => {
      const { isFileError, openIndexedDbFiles, toPath } = window.files.browser
      const files = await openIndexedDbFiles({ name: 'tabs' })
      const by = { actor: 'user' } as const
      const [counter, board] = [toPath('/counter'), toPath('/board')]
      const written = { raised: 0, refused: 0, blind: [] as string[] }
      while (written.raised + written.blind.length < count) {
        const [present] = await files.readMany([counter], by)
        try {
          await files.write(counter, String(Number(present?.data ?? 0) + 1), by, { expect: present?.entry.version ?? 'absent' })
          written.raised++
        } catch (error) {
          if (!isFileError(error) || !['ESTALE', 'EEXIST'].includes(error.code)) throw error
          written.refused++
        }
        const text = `${name} ${written.blind.length}`
        await files.write(board, text, by)
        written.blind.push(text)
      }
      return written
    },
    [tab, writes] as const,
  )
}

function watch(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const files = await window.files.browser.openIndexedDbFiles({ name: 'tabs' })
    const seen: number[] = []
    files.watch((changes) => seen.push(...new Set(changes.map((change) => change.version))))
    Object.assign(window, { seen, watching: files })
    // The watch begins where the log ends now.
    await files.history.now()
  })
}

const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: number[] }).seen)

test('two tabs with a thousand interleaved writes lose no update without a report, and both see every change', async ({
  page,
  context,
  served,
}) => {
  test.setTimeout(120_000)
  const other = await context.newPage()
  await other.goto(served.origin)
  await other.waitForFunction(() => window.files !== undefined)
  await Promise.all([watch(page), watch(other)])
  const [left, right] = await Promise.all([writeInTurns(page, 'left', 500), writeInTurns(other, 'right', 500)])

  const end = await page.evaluate(async () => {
    const { openIndexedDbFiles, toPath } = window.files.browser
    const files = await openIndexedDbFiles({ name: 'tabs' })
    const by = { actor: 'user' } as const
    const board = await files.history.versions(toPath('/board'), by)
    const contents = await Promise.all(
      board.map(async ({ entry }) => (await files.history.readVersion(toPath('/board'), entry.version, by)).data),
    )
    return { counter: Number((await files.read(toPath('/counter'), by)).data), contents, newest: await files.history.now() }
  })
  expect(end.counter, 'every raise that was not refused counts').toBe(left.raised + right.raised)
  expect(end.contents.map(String).toSorted(), 'what was overwritten is in the history').toEqual(
    [...left.blind, ...right.blind].toSorted(),
  )
  const everything = Array.from({ length: end.newest }, (_, index) => index + 1)
  await expect.poll(() => seenBy(page)).toEqual(everything)
  await expect.poll(() => seenBy(other)).toEqual(everything)
  console.log(
    `${left.raised + right.raised + left.blind.length + right.blind.length} writes, ${left.refused + right.refused} refused as stale`,
  )
  expect(left.refused + right.refused, 'the tabs really met').toBeGreaterThan(0)
})
