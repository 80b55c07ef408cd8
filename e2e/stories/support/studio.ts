import { type Locator, type Page, expect as strict } from '@playwright/test'

/** Patient, because a busy machine is no fault of the page. */
export const expect = strict.configure({ timeout: 20_000 })

export interface StudioOptions {
  /** Absent: the server of the configuration. */
  readonly url?: string
  readonly language?: 'en' | 'zh' | 'de'
  readonly model?: string
  readonly dialect?: string
  readonly theme?: 'light' | 'dark'
  /** Whether the model names the conversation. Absent: no, so that a script answers only what its story asks. */
  readonly titles?: boolean
}

const SETTINGS = 'parley-settings'

/** Opens the studio as somebody with these settings would find it. */
export async function openStudio(
  page: Page,
  { url = '/', language = 'en', model, dialect, theme = 'light', titles = false }: StudioOptions = {},
): Promise<void> {
  const dialects = dialect === undefined ? {} : { [model ?? 'demo-scripted']: dialect }
  const settings = JSON.stringify({ language, theme, dialects, titles, ...(model !== undefined && { model }) })
  await page.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    [SETTINGS, settings] as const,
  )
  await page.goto(url)
  await expect(composer(page)).toBeVisible()
  await expect(page.getByTestId('model-picker')).toBeVisible()
}

export const composer = (page: Page): Locator => page.locator('textarea[data-composer]')

/** Asks once the answer before is over: until then Enter does nothing. */
export async function ask(page: Page, text: string): Promise<void> {
  await expect(page.locator('[data-action="stop-answer"]')).toHaveCount(0)
  await composer(page).fill(text)
  // A page that is about to go on with the last turn keeps what was written, as it would for a person, who presses again.
  for (let tries = 0; tries < 3; tries++) {
    await composer(page).press('Enter')
    const sent = expect(composer(page)).toHaveValue('', { timeout: 3000 })
    if (
      await sent.then(
        () => true,
        () => false,
      )
    )
      return
  }
}

/** The cards on the page: one for each call of the thread in order, and last the one that waits in the dock. */
export const cards = (page: Page): Locator => page.locator('[data-call-key]')

/** The one call that can be decided on. */
export const waitingCard = (page: Page): Locator => page.locator('[data-dock] [data-call-key][data-stage="awaiting"]')

/** A line in the thread for each call that waits. */
export const waitingLines = (page: Page): Locator => page.locator('[data-call-line]')

/** The docked call once it has stood still: before that, no key and no click decides anything. */
export const calm = (page: Page): Locator => page.locator('[data-dock] [data-gate][data-calm]')

/** Reads on as a person would, until the end was on screen. `button`: the main one of another card than the docked. */
export async function readToEnd(page: Page, button = primary(waitingCard(page))): Promise<void> {
  for (let times = 0; times < 100; times++) {
    await expect(button).toBeEnabled()
    // Looked at and pressed in one: on a busy machine the end comes into view between the two, and the press would approve.
    const approves = await button.evaluate((element) => {
      const isEnd = element.hasAttribute('data-approves')
      if (!isEnd && element instanceof HTMLElement) element.click()
      return isEnd
    })
    if (approves) return
  }
  throw new Error('There is no end to this card.')
}

/** The main button of a card: Execute, Write file, … */
export const primary = (card: Locator): Locator => card.locator('[data-action="primary"]')

export const answers = (page: Page): Locator => page.locator('[data-role="assistant"]')

/** What the steps of each finished turn are folded to: a button that says what they did. */
export const stepsLine = (page: Page): Locator => page.locator('[data-testid="steps-line"] > [aria-expanded]')

/** Waits for the next call that asks, reads it, and says yes. */
export async function approveNext(page: Page): Promise<void> {
  await readToEnd(page)
  await primary(waitingCard(page)).click()
}

/** A call as the dialect that everybody is taught writes it. */
export const call = (name: string, input: object, id = 'call_1'): string =>
  JSON.stringify({ tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] })
