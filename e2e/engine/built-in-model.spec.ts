import { test } from '@playwright/test'
import { answers, approveNext, ask, expect, openStudio, waitingCard } from '../stories/support/studio.ts'

/** A browser with a model of its own, as its documentation tells: it fetches it when a session is made, takes messages, and knows nothing of tools. */
function bringModel(): void {
  let state = 'downloadable'
  const call = { name: 'browser_js_eval', arguments: JSON.stringify({ code: '6 * 7' }) }
  const CALL = JSON.stringify({ tool_calls: [{ id: 'call_1', type: 'function', function: call }] })
  const model = {
    availability: async () => state,
    async create({ initialPrompts = [], monitor }: { initialPrompts?: { role: string }[]; monitor?: (m: EventTarget) => void }) {
      const told = new EventTarget()
      monitor?.(told)
      if (state === 'downloadable')
        for (const loaded of [0.5, 1]) {
          told.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }))
          await new Promise((resolve) => setTimeout(resolve, 300))
        }
      state = 'available'
      return {
        destroy: () => {},
        promptStreaming(prompts: { content: string }[]) {
          const known = prompts.at(-1)?.content.includes('42')
          const isTold = initialPrompts[0]?.role === 'system'
          return new Blob([known && isTold ? 'The browser says 42.' : CALL]).stream().pipeThrough(new TextDecoderStream())
        },
      }
    },
  }
  Object.assign(globalThis, { LanguageModel: model })
}

test('the model of the browser is fetched when somebody says so, calls in the usual dialect, and keeps its conversations here', async ({
  page,
}) => {
  await page.addInitScript(bringModel)
  await openStudio(page)
  await page.getByRole('button', { name: /^Use one that is on this computer/ }).click()
  const here = page.getByRole('region', { name: 'In this browser' })
  await expect(here).toContainText('some gigabytes, from its maker')
  await here.getByRole('button', { name: 'Let the browser fetch it' }).click()
  await expect(here.getByRole('progressbar', { name: 'The browser is fetching its model' })).toHaveJSProperty('value', 0.5)
  await here.getByRole('button', { name: 'Use The model of this browser' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('model-picker')).toContainText('The model of this browser')
  await expect(page.getByTestId('first-run')).toHaveCount(0)

  await ask(page, 'What is six times seven?')
  await expect(waitingCard(page)).toContainText('browser_js_eval')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('The browser says 42.')

  await page.getByTestId('place-switch').click()
  await expect(page.getByText('This model runs in this browser, so the conversation stays here.')).toBeVisible()
  await expect(page.getByTestId('place-switch')).toHaveAttribute('aria-checked', 'false')

  await page.getByTestId('model-picker').click()
  await expect(page.getByRole('group', { name: /In this browser/ })).toContainText('The model of this browser')
  await expect(page.getByText('Examine')).toHaveCount(0)
})
