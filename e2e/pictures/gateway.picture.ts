import { statSync } from 'node:fs'
import { type Page, test } from '@playwright/test'
import { startParley } from '../stories/support/parley-server.ts'
import { calm, expect, openStudio, waitingCard } from '../stories/support/studio.ts'
import { takePicture } from './take-picture.ts'

test.use({ viewport: { width: 1360, height: 760 } })

const take = async (page: Page, name: string) => {
  await page.mouse.move(0, 0)
  const path = await takePicture(page, name)
  expect(statSync(path).size).toBeLessThan(200_000)
}

const TOOL = { name: 'run', parameters: { type: 'object', properties: { code: { type: 'string' } } } }
const question = (content: string) => [{ role: 'user', content }]

/** Programs as they come by on a day. */
const VISITS: readonly (readonly [client: string, path: string, body: object])[] = [
  ['claude-cli/2.1.325', 'v1/messages', { max_tokens: 999, messages: question('Hello! Who are you?') }],
  ['codex_exec/0.166.0', 'v1/responses', { input: 'What can you do?', tools: [{ type: 'function', ...TOOL }] }],
  ['OpenAI/JS 7.53.0', 'v1/chat/completions', { model: 'nobody', messages: question('Hello?') }],
  [
    'ai-sdk/7.0.169',
    'v1/chat/completions',
    {
      messages: question('Sum all primes below 1000'),
      tools: [{ type: 'function', function: { ...TOOL, name: 'browser_js_eval' } }],
    },
  ],
]

test('what goes through the gateway, what was used, and a call for a program without tools', async ({ page }) => {
  const parley = await startParley()
  const send = (client: string, path: string, body: object) =>
    fetch(`${parley.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': client },
      body: JSON.stringify({ model: 'demo-scripted@hermes', ...body }),
    }).then((response) => response.text())
  try {
    for (const [client, path, body] of VISITS) await send(client, path, body)
    await openStudio(page, { url: parley.url })
    await page.getByRole('button', { name: 'Show inspector' }).click()
    await page.getByRole('button', { name: 'Gateway', exact: true }).click()
    await expect(page.locator('[data-traffic]')).toHaveCount(VISITS.length)
    await page.locator('[data-traffic]').first().click()
    await expect(page.locator('[data-traffic-answer]')).toHaveCount(1)
    await page.getByRole('tab', { name: 'Taught' }).click()
    await take(page, 'gateway-request')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await page.getByRole('tab', { name: 'Usage' }).click()
    await expect(page.getByRole('dialog').getByRole('row').last()).toBeVisible()
    await take(page, 'usage')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'All requests' }).click()
    const borrowing = send('my-script/1.0', 'v1/chat/completions', {
      model: 'demo-scripted+sandbox@hermes',
      messages: question('Sum all primes below 1000'),
    })
    await expect(page.getByTestId('waiting-button')).toContainText('1')
    await page.keyboard.press('Control+F8')
    await page
      .getByTestId('waiting-room')
      .getByRole('button', { name: /my-script/ })
      .click()
    await expect(waitingCard(page)).toContainText('browser_js_eval')
    await calm(page).waitFor()
    await take(page, 'borrowed-hands')
    borrowing.catch(() => undefined)
  } finally {
    await parley.kill()
  }
})
