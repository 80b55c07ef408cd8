import { test as base } from '@playwright/test'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { startUpstream, type Upstream } from '../stories/support/scripted-upstream.ts'
import { answers, ask, composer, expect, openStudio } from '../stories/support/studio.ts'

/** A house with two models, whose prices are known. */
const test = base.extend<object, { house: { readonly upstream: Upstream; readonly parley: RunningParley } }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
    async ({}, use) => {
      const upstream = await startUpstream()
      const parley = await startParley({ PARLEY_URL: upstream.url, PARLEY_MODELS: 'scripted,second', PARLEY_RETRIES: '0' })
      await use({ upstream, parley })
      await parley.kill()
      await upstream.stop()
    },
    { scope: 'worker' },
  ],
})

test('a conversation has its model, an answer its writer and its price; it is answered by another one, and goes on after a stop', async ({
  page,
  house: { upstream, parley },
}) => {
  const asked = () => upstream.requests.map(({ model }) => model)
  const usage = { prompt_tokens: 1200, completion_tokens: 300 }
  upstream.play((_, turn) =>
    turn === 3 ? { text: 'word '.repeat(400), pieces: 5, pace: 60 } : { text: `Answer ${turn}.`, usage },
  )
  await openStudio(page, { url: parley.url, model: 'scripted' })
  const picker = page.getByTestId('model-picker')
  await ask(page, 'Who are you?')
  await expect(answers(page).last()).toContainText('Answer 1.')
  const wrote = answers(page).last().getByTestId('wrote')
  await expect(wrote).toContainText('scripted')
  await expect(wrote).toContainText('1.5K tokens')

  // A price that a person sets holds at once, for what was answered before, too.
  await page.getByTestId('context-ring').click()
  const cost = page.getByTestId('cost')
  await expect(cost).toContainText('The price of scripted is not known.')
  await cost.getByRole('button', { name: 'Prices…' }).click()
  await page.getByLabel('scripted: Read', { exact: true }).fill('1000')
  await page.getByLabel('scripted: Written', { exact: true }).fill('2000')
  await page.keyboard.press('Escape')
  await expect(wrote).toContainText('$1.8')

  await answers(page).last().getByRole('button', { name: 'Let another model answer' }).click()
  await page.getByRole('option', { name: /second/ }).click()
  await expect(answers(page).last()).toContainText('Answer 2.')
  await expect(wrote).toContainText('second')
  await expect(picker).toContainText('second')
  expect(asked()).toEqual(['scripted', 'second'])

  // Another conversation may have another model; this one keeps its own.
  const here = page.url()
  await page.keyboard.press('Control+Shift+O')
  await expect(answers(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const palette = page.getByTestId('palette')
  await palette.getByRole('combobox').fill('scripted')
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('scripted')
  await page.goto(here)
  await expect(picker).toContainText('second')

  await ask(page, 'Talk')
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('word')
  await page.locator('[data-action="stop-answer"]').click()
  await page.getByTestId('thread-notice').getByRole('button', { name: 'Let it continue' }).click()
  await expect(answers(page)).toHaveCount(3)
  await expect(answers(page).last()).toContainText('Answer 4.')
  const told = upstream.requests.at(-1)?.messages.slice(-2)
  expect(told?.map(({ role }) => role)).toEqual(['assistant', 'user'])
  expect(told?.[0]?.content).toContain('word')

  // Everything by its words, and the keys by one.
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('inspector')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
  await composer(page).press('Control+k')
  await palette.getByRole('combobox').fill('instructions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Instructions for this conversation' })).toBeVisible()
  await page.keyboard.press('Escape')
  await composer(page).press('Control+k')
  await palette.getByRole('combobox').fill('connect a model')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Connect a model' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await composer(page).press('Control+k')
  await palette.getByRole('combobox').fill('deutsch')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'Arbeitet weiter, wenn geschlossen' })).toBeVisible()
  await composer(page).blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tastatur' })).toContainText('Ctrl+K')
})
