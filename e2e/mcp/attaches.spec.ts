import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { answers, approveNext, ask, call, cards, expect, waitingCard } from '../stories/support/studio.ts'
import { EVERYTHING, inTurn, mcpStudio, openServers, server } from './mcp-studio.ts'

const OUT = join(import.meta.dirname, '../out/mcp')
const test = mcpStudio({
  inputs: [{ type: 'promptString', id: 'some-key', description: 'The key of the service', password: true }],
  mcpServers: { everything: { ...EVERYTHING, env: { SOME_KEY: '${input:some-key}' } } },
})

test('a server is told its key and believed; a resource and a prompt go with the message; a picture is shown and kept', async ({
  page,
  studio,
}) => {
  mkdirSync(OUT, { recursive: true })
  await studio.open(page, inTurn({ text: 'Read.' }, { text: call('everything__get-tiny-image', {}) }, { text: 'Seen.' }))
  await openServers(page)
  const section = server(page, 'everything')
  await expect(section.getByTestId('mcp-missing')).toHaveText('It needs: The key of the service')
  const key = section.getByLabel('The key of the service')
  await expect(key).toHaveAttribute('type', 'password')
  await key.fill('hush-hush')
  await section.getByRole('button', { name: /^Save and start/ }).click()
  await expect(section.getByTestId('mcp-status')).toHaveText('Ready')
  await expect(section.getByTestId('mcp-missing')).toHaveCount(0)
  expect(await page.content()).not.toContain('hush-hush')
  await section.getByRole('button', { name: 'Use all of them' }).click()
  await section.getByLabel(/^Believe what this server says/).check()
  await page.screenshot({ path: join(OUT, 'believed.png') })
  await page.keyboard.press('Escape')

  await page.getByTestId('attach').click()
  await page.getByRole('menuitem', { name: /^Prompt or document/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('dynamic/text')
  await dialog
    .getByRole('button', { name: /dynamic\/text/ })
    .first()
    .click()
  await dialog.getByLabel('resourceId').fill('7')
  await dialog.getByRole('button', { name: 'Attach' }).click()
  const attached = page.getByTestId('attachments')
  await expect(attached.getByRole('listitem')).toHaveCount(1)
  await page.getByTestId('attach').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^Prompt or document/ }).press('Enter')
  await dialog.getByRole('searchbox').fill('simple')
  await page.screenshot({ path: join(OUT, 'attach.png') })
  await dialog
    .getByRole('button', { name: /simple.prompt/i })
    .first()
    .click()
  await expect(attached.getByRole('listitem')).toHaveCount(2)
  await page.screenshot({ path: join(OUT, 'attached.png') })
  await ask(page, 'What is this?')
  await expect(answers(page).last()).toContainText('Read.')
  await expect(attached).toHaveCount(0)
  const told = JSON.stringify(studio.upstream.requests.at(-1)?.messages.at(-1))
  expect(told).toContain('What is this?')
  expect(told).toContain('[Attached: demo://resource/dynamic/text/7, from everything]')
  expect(told).toContain('This is a simple prompt')
  await expect(page.locator('[data-role="user"] summary').first()).toContainText('demo://resource/dynamic/text/7')

  await ask(page, 'Show me')
  await expect(waitingCard(page)).toContainText('everything says that it')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('Seen.')
  expect(JSON.stringify(studio.upstream.requests.at(-1)?.messages.at(-1))).toContain('data:image/png;base64,')
  const card = cards(page).last()
  if ((await card.getByTestId('result-file').count()) === 0) await card.locator('button').first().click()
  const picture = card.getByTestId('result-file').locator('img')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await card.getByRole('button', { name: /^Save to files/ }).click()
  await expect(card).toContainText('Saved as /results/')
  await page.screenshot({ path: join(OUT, 'picture.png') })
})
