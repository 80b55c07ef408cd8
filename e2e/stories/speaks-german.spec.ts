import type { Page } from '@playwright/test'
import { LONG } from '../harness/is-long.ts'
import { test } from './support/scripted-studio.ts'
import { openLab, openSide } from './support/side.ts'
import { answers, ask, call, cards, composer, expect, primary, waitingCard } from './support/studio.ts'

const BROKEN = '{"tool_calls": [{"id": "c1", "function": {"name": "read_file", "arguments": "{oops"}}]}'
/** Mended while it is read: a comma too many. */
const SLOPPY =
  '{"tool_calls": [{"id": "c2", "type": "function", "function": {"name": "write_file", "arguments": {"path": "/notiz.md", "content": "eins\\nzwei\\n",}}}]}'

/** Nothing is wider than the page, and nothing of the bar and the composer is cut off. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Where the caret stands, and where the last letter before it. */
const caretAndWord = (page: Page) =>
  page.locator('.parley-caret').evaluate((caret) => {
    const words = document.createTreeWalker(caret.closest('[data-testid="answer-text"]') ?? caret, NodeFilter.SHOW_TEXT)
    let last = words.nextNode()
    for (let next = last; next; next = words.nextNode()) if (next.textContent?.trim()) last = next
    const letters = document.createRange()
    const end = last?.textContent?.trimEnd().length ?? 0
    letters.setStart(last ?? caret, Math.max(0, end - 1))
    letters.setEnd(last ?? caret, end)
    const [word, mark] = [letters.getBoundingClientRect(), caret.getBoundingClientRect()]
    return { sameLine: mark.top < word.bottom && mark.bottom > word.top, behind: mark.left >= word.right - 1 }
  })

test('a card, a flaw, a broken call, a file error and a fault are said in German, and fit on a phone', async ({
  page,
  begin,
}) => {
  const seen = Promise.withResolvers<void>()
  await begin(
    (_, turn) => {
      if (turn === 1) return { text: SLOPPY }
      if (turn === 2) return { text: 'Gut.' }
      if (turn === 3) return { text: call('read_file', { path: '/fehlt.md' }, 'c3') }
      if (turn === 4) return { text: BROKEN }
      return { text: 'Das hier wird nie ganz. '.repeat(40), pieces: 8, breakAfter: 48, breakWhen: seen.promise }
    },
    { language: 'de' },
  )
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText('Was wollen wir tun?')).toBeVisible()
  await expect(composer(page)).toHaveAttribute('placeholder', /^Fragen Sie etwas, oder bitten Sie um etwas/)

  await ask(page, 'Leg eine Notiz an')
  await expect(waitingCard(page)).toContainText('/notiz.md anlegen (neue Datei, 2 Zeilen)')
  await expect(waitingCard(page)).toContainText('schreibt /notiz.md · kein Netz')
  await expect(waitingCard(page)).toContainText('Er ändert Dateien.')
  await expect(primary(waitingCard(page))).toContainText('Datei schreiben')
  for (const width of [390, 1360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page), `at ${width}`).toBe(0)
  }
  await waitingCard(page).getByText('Technische Einzelheiten').click()
  await expect(waitingCard(page)).toContainText('Hinter dem letzten Wert stand ein Komma.')
  await primary(waitingCard(page)).click()
  await expect(answers(page).last()).toContainText('Gut.')

  await ask(page, 'Lies die andere')
  await expect(waitingCard(page)).toContainText('/fehlt.md lesen')
  await primary(waitingCard(page)).click()
  const failed = cards(page).nth(1)
  await expect(failed).toHaveAttribute('data-stage', 'failed')
  await expect(failed).toContainText('/fehlt.md gibt es nicht. Listen Sie den Ordner auf, um zu sehen, was da ist.')
  const broken = page.locator('[data-call-key][data-stage="malformed"]')
  await expect(broken).toContainText('in den Argumenten: vor `o` wird ein Schlüssel in doppelten Anführungszeichen erwartet.')
  await broken.locator('[data-action="primary"]').click()
  await expect(answers(page).last()).toContainText('Das hier wird nie ganz.')
  await expect(page.locator('.parley-caret')).toHaveCount(1)
  expect(await caretAndWord(page), 'the caret stands in the line of the last word').toEqual({ sameLine: true, behind: true })
  seen.resolve()
  await expect(page.getByTestId('thread-notice')).toContainText(
    'brach mitten in der Antwort ab. Versuchen Sie es noch einmal; bleibt es dabei, sehen Sie in das Protokoll dort.',
  )
  await expect(page.getByTestId('thread-notice').getByRole('button')).toHaveText([/weiter|fort/i, 'Noch einmal versuchen'])
})

for (const width of [390, 1360]) {
  test(`the rooms of the studio fit in German, ${width} wide`, LONG, async ({ page, begin }) => {
    await page.setViewportSize({ width, height: 800 })
    await begin(() => ({ text: 'Gut.' }), { language: 'de' })
    for (const [name, room] of [
      ['files', 'Dateien'],
      ['changes', 'Änderungen'],
      ['inspector', 'Inspektor'],
    ] as const) {
      await openSide(page, name)
      const panel = page.getByRole(width === 390 ? 'dialog' : 'complementary', { name: room })
      await expect(panel).toBeVisible()
      expect(await overflow(page), room).toBe(0)
      if (name === 'inspector') await openLab(page)
      expect(await overflow(page), room).toBe(0)
      await panel
        .getByRole('button', { name: /schließen/i })
        .first()
        .click()
    }
    await page.getByRole('button', { name: 'Einstellungen' }).click()
    const dialog = page.getByRole('dialog')
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click()
      expect(await overflow(page), (await tab.textContent()) ?? '').toBe(0)
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    }
  })
}
