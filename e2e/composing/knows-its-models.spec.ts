import { once } from 'node:events'
import { createServer } from 'node:http'
import { test as base } from '@playwright/test'
import { type RunningParley, startParley } from '../stories/support/parley-server.ts'
import { expect } from '../stories/support/studio.ts'

/** As OpenRouter and others say what a model is like. */
const LISTED = [
  { id: 'hermes-3-llama-3.1-8b', context_length: 131_072, architecture: { input_modalities: ['text'] } },
  { id: 'painter-1', context_length: 32_768, architecture: { input_modalities: ['text', 'image'] } },
  { id: 'nobody-knows', context_length: 8192 },
]

const test = base.extend<{ parley: RunningParley }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  parley: async ({}, use) => {
    const vendor = createServer((_, response) => response.end(JSON.stringify({ data: LISTED })))
    vendor.listen(0, '127.0.0.1')
    await once(vendor, 'listening')
    const address = vendor.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const parley = await startParley({ PARLEY_URL: `http://127.0.0.1:${port}/v1` })
    await use(parley)
    await parley.kill()
    vendor.closeAllConnections()
    vendor.close()
  },
})

test('the picker tells what each model is like and why it is spoken to so, finds one by its name, and shows who is dead', async ({
  page,
  parley,
}) => {
  // As somebody does who comes for the first time: no setting of theirs is kept.
  await page.goto(parley.url)
  const chip = page.getByTestId('model-picker')
  const picker = page.getByRole('dialog', { name: 'Choose a model' })
  const option = (name: string | RegExp) => picker.getByRole('option', { name })
  await chip.click()
  await expect(option(/^hermes-3-llama-3\.1-8b/)).toContainText('131K')
  await expect(option(/^painter-1/)).toContainText('Reads 32,768 tokens at once')
  await expect(option(/^painter-1/)).toContainText('Sees pictures')
  await expect(option(/^nobody-knows/)).not.toContainText('Sees pictures')

  await picker.getByRole('combobox').fill('herm')
  await expect(option(/painter|nobody/)).toHaveCount(0)
  await expect(option('Connect a model…'), 'the way on is there whatever is sought').toBeVisible()
  await page.keyboard.press('Enter')
  await expect(chip).toContainText('hermes-3')
  await chip.click()
  await expect(option(/Speaks Hermes/)).toContainText('Its name says Hermes 3, which speaks it')
  await option(/Speaks Hermes/).click()
  await expect(option(/^Default: Hermes/)).toHaveAttribute('aria-current', 'true')
  await option(/Back to the models/).click()

  // Saved although nobody answers there: it stands in the list with the reason, and leads to where it can be mended.
  await option('Connect a model…').click()
  const connecting = page.getByRole('dialog', { name: /^Connect/ })
  await connecting.getByRole('button', { name: 'LM Studio' }).click()
  await connecting.getByLabel('Address').fill('http://127.0.0.1:9/v1')
  await connecting.getByRole('button', { name: 'Save' }).click()
  await expect(connecting).toHaveCount(0)
  await expect(picker.getByText('LM Studio', { exact: true }), 'the list opens at what came with it').toBeVisible()
  await expect(picker.getByText('does not answer')).toBeVisible()
  await expect(option(/^Look at the connection/)).toContainText('LM Studio cannot be reached')
  await option(/^Look at the connection/).click()
  await expect(connecting.getByLabel('Address')).toHaveValue('http://127.0.0.1:9/v1')
})
