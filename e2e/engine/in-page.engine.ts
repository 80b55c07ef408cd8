import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { FAMILIES, type Family } from '../llama/families.ts'
import { scriptedModel } from '../llama/scripted-model.ts'
import { waitUntilKept } from '../stories/support/offline-copy.ts'
import { startParley } from '../stories/support/parley-server.ts'
import { openSide } from '../stories/support/side.ts'
import { answers, approveNext, ask, expect, openStudio, waitingCard } from '../stories/support/studio.ts'
import { randomModel } from './random-model.ts'
import { JSON_STRICT } from './strict-family.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const section = (page: Page) => dialog(page).getByRole('region', { name: 'In this browser' })

const weightsFile = (name: string, bytes: Buffer): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-page-')), `${name}.gguf`)
  writeFileSync(file, bytes)
  return file
}

async function getModels(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Use one that is on this computer/ }).click()
  await expect(section(page)).toContainText('nothing leaves the computer')
}

async function putIn(page: Page, file: string): Promise<void> {
  await section(page).locator('input[type=file]').setInputFiles(file)
  await section(page).getByRole('button', { name: 'Put it into this browser' }).click()
}

async function take(page: Page, { script }: Pick<Family, 'script'>): Promise<void> {
  await getModels(page)
  await putIn(page, weightsFile(script.name, scriptedModel(script)))
  await section(page)
    .getByRole('button', { name: `Use ${script.name}` })
    .click()
  await expect(section(page)).toContainText('In use')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('model-picker')).toContainText(script.name)
}

async function sumPrimes(page: Page): Promise<void> {
  await ask(page, 'Sum all primes below 1000')
  await expect(waitingCard(page)).toContainText('browser_js_eval', { timeout: 90_000 })
  await approveNext(page)
  await expect(answers(page).last()).toContainText('add up to 76127', { timeout: 90_000 })
}

test('a file is put into the browser, sums the primes there, is there after a reload, and is deleted', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(String(baseURL))) elsewhere.push(request.url())
  })
  const [hermes] = FAMILIES
  if (!hermes) throw new Error('There is no family.')
  await openStudio(page)
  await take(page, hermes)
  await openSide(page, 'inspector')
  await sumPrimes(page)
  await page.getByRole('tab', { name: 'Reply', exact: true }).click()
  const facts = page.getByTestId('engine-facts')
  await expect(facts).toHaveText(/^\d+ tokens written, [\d.,]+ per second · [\d,]+ tokens read, .* · held by a grammar$/)
  // The second turn was read from where the first one ended.
  await expect(facts).not.toContainText('· 0 of')

  await page.reload()
  await page.getByTestId('model-picker').click()
  await expect(page.getByRole('option', { name: hermes.script.name })).toHaveAttribute('aria-selected', /./)
  await expect(page.getByTestId('speech')).toContainText('Hermes')
  await page.keyboard.press('Escape')
  // The sum stands in the conversation already.
  await ask(page, 'And what was it?')
  await expect(page.getByText('add up to 76127')).toHaveCount(2, { timeout: 90_000 })

  await getModelsInSettings(page)
  await section(page)
    .getByRole('button', { name: `Delete ${hermes.script.name}` })
    .click()
  await section(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(section(page).getByRole('listitem')).toHaveCount(1)
  expect(await page.evaluate(keptFiles)).toEqual([])
  expect(elsewhere).toEqual([])
})

async function getModelsInSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await page.getByRole('tab', { name: 'Model', exact: true }).click()
  await page.getByRole('button', { name: /^Get a model/ }).click()
}

async function keptFiles(): Promise<readonly string[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('parley-models')
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  return names
}

for (const family of [FAMILIES[2], JSON_STRICT])
  if (family)
    test(`a model in the page sums the primes in ${family.dialect}${family === JSON_STRICT ? '' : ', in two conversations at once'}`, async ({
      page,
    }) => {
      const id = `page:${family.script.name}`
      await openStudio(page, family === JSON_STRICT ? { model: id, dialect: 'json-strict' } : {})
      await take(page, family)
      if (family === JSON_STRICT) return await sumPrimes(page)
      // Two conversations at once: while the first prompt is read, the second one is asked.
      await ask(page, 'Sum all primes below 1000')
      await page.getByRole('button', { name: 'New conversation' }).first().click()
      await expect(page.getByText('What shall we do?')).toBeVisible()
      await sumPrimes(page)
      await page.getByRole('button', { name: /1 call waiting$/ }).click({ timeout: 90_000 })
      await expect(waitingCard(page)).toContainText('browser_js_eval', { timeout: 90_000 })
    })

test('what cannot run says what to do: no model, a cut one, one that is too large, and an engine that crashes is loaded anew', async ({
  page,
}) => {
  await openStudio(page)
  await getModels(page)
  const choose = async (file: string) => await section(page).locator('input[type=file]').setInputFiles(file)
  await choose(weightsFile('hello', Buffer.from('I am no model.')))
  await expect(section(page).getByRole('alert')).toContainText('hello.gguf cannot be used')
  const large = weightsFile('large', randomModel('large'))
  truncateSync(large, 500_000_000)
  await choose(large)
  await expect(section(page).getByRole('alert')).toContainText('only models up to 400 MB answer in useful time')

  const whole = randomModel('random')
  await putIn(page, weightsFile('cut', whole.subarray(0, whole.length - 100_000)))
  await section(page).getByRole('button', { name: 'Use cut' }).click()
  await page.keyboard.press('Escape')
  await ask(page, 'Hello')
  await expect(page.getByRole('alert').first()).toContainText('could not load cut', { timeout: 60_000 })

  await getModelsInSettings(page)
  await putIn(page, weightsFile('random', whole))
  await section(page).getByRole('button', { name: 'Use random' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('model-picker')).toContainText('random')
  for (const question of ['Talk', 'Talk again']) {
    await ask(page, question)
    // Random weights write half characters, which no build of this engine survives.
    await expect(page.getByRole('alert').first()).toContainText('has crashed while it answered. Try again', { timeout: 90_000 })
  }
})

test.describe('while the server is away', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the page opens, and its own model sums the primes', async ({ page }) => {
    const [hermes] = FAMILIES
    if (!hermes) throw new Error('There is no family.')
    const parley = await startParley()
    try {
      await openStudio(page, { url: parley.url })
      await take(page, hermes)
      await sumPrimes(page)
      await waitUntilKept(page)
      await parley.kill()
      await page.reload()
      await expect(page.getByTestId('offline')).toContainText('Offline')
      await page.getByRole('button', { name: 'New conversation', exact: true }).click()
      await expect(page.getByTestId('model-picker')).toContainText(hermes.script.name)
      await sumPrimes(page)
    } finally {
      await parley.kill()
    }
  })
})
