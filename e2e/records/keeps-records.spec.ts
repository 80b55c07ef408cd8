import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import { LONG, looks } from '../harness/is-long.ts'
import { expect, test } from './records-test.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Runs in the page, where axe was put. */
const findProblems = async () => {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('a record is kept once it is confirmed, and not before', async ({ open, server }) => {
  const app = await open()
  await app.say('Record 30 pieces for order "Blue shirts"')
  await expect(app.form).toContainText('Blue shirts')
  await expect(app.form).toContainText('30 pieces')
  expect(server.kept()).toEqual([])
  await app.press('Confirm')
  await app.says('Done. The record is kept: Blue shirts × 30.')
  expect(server.kept()).toEqual([{ orderName: 'Blue shirts', amount: 30 }])
  await expect(app.page.getByRole('region', { name: 'Records' })).toContainText('Blue shirts')
  expect(app.asked).toHaveLength(2)
  expect(app.posted).toHaveLength(1)
  expect(await app.asked[1]?.headerValue('authorization')).toBe(`Bearer ${server.token}`)
})

test('取消之后数据库里没有记录', async ({ open, server }) => {
  const before = server.kept()
  const app = await open('zh')
  await app.say('为订单 C-7 创建计件记录，数量 5')
  await expect(app.form).toContainText('5 件')
  await app.press('取消')
  await app.says('您已取消，没有创建记录。')
  expect(server.kept()).toEqual(before)
  expect(app.asked).toHaveLength(2)
  expect(app.posted).toEqual([])
})

test('a reload while the form waits comes back to the form, which can still be confirmed', async ({ open, server }) => {
  const before = server.kept()
  const app = await open()
  await app.say('Record 8 pieces for order R-8')
  await expect(app.form).toBeVisible()
  await app.page.reload()
  await expect(app.form).toContainText('R-8')
  await expect(app.page.getByRole('textbox')).toBeDisabled()
  expect(server.kept()).toEqual(before)
  expect(app.asked).toHaveLength(1)
  await app.press('Confirm')
  await app.says('Done. The record is kept: R-8 × 8.')
  expect(server.kept()).toEqual([...before, { orderName: 'R-8', amount: 8 }])
  await app.page.reload()
  await app.says('Done. The record is kept: R-8 × 8.')
  await expect(app.page.getByText('Record kept')).toBeVisible()
  expect(app.asked).toHaveLength(2)
  expect(app.posted).toHaveLength(1)
})

test('a second answer is refused with a sentence, and what the first one said is kept', async ({ open, server }) => {
  const before = server.kept()
  const app = await open()
  const seen = Promise.withResolvers<void>()
  await app.page.route('**/records', async (route) => {
    if (route.request().method() === 'POST') await seen.promise
    await route.continue()
  })
  await app.say('Record 2 pieces for order T-2')
  await app.form.getByRole('button', { name: 'Cancel' }).evaluate((cancel) => {
    const buttons = [...(cancel.closest('fieldset')?.querySelectorAll('button') ?? [])]
    for (const button of [...buttons, ...buttons]) button.click()
  })
  await expect(app.page.getByRole('alert')).toContainText(
    'This call is not waiting for an answer: its question was answered already, and the first answer counts.',
  )
  seen.resolve()
  await app.says('Done. The record is kept: T-2 × 2.')
  expect(server.kept()).toEqual([...before, { orderName: 'T-2', amount: 2 }])
  expect(app.asked).toHaveLength(2)
  expect(app.posted).toHaveLength(1)
})

test('a page that went away after the record was kept tells the model when it comes back', async ({ open, server }) => {
  const before = server.kept()
  const app = await open()
  await app.say('Record 4 pieces for order G-4')
  await expect(app.form).toBeVisible()
  await app.page.route('**/api/chat', (route) => route.abort())
  await app.press('Confirm')
  await expect(app.page.getByRole('alert')).toContainText('The server cannot be reached.')
  expect(server.kept()).toEqual([...before, { orderName: 'G-4', amount: 4 }])
  await app.page.unroute('**/api/chat')
  await app.page.reload()
  await app.page.getByRole('button', { name: 'Try again' }).click()
  await app.says('Done. The record is kept: G-4 × 4.')
  expect(server.kept()).toEqual([...before, { orderName: 'G-4', amount: 4 }])
})

test('a page that went away while the record was being kept runs it again only when told to, and keeps one', async ({
  open,
  server,
}) => {
  const before = server.kept()
  const app = await open()
  await app.say('Record 6 pieces for order L-6')
  const arrived = new Promise<void>((resolve) => {
    void app.page.route('**/records', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      await route.fetch()
      resolve()
    })
  })
  await app.press('Confirm')
  await arrived
  await app.page.reload()
  await app.page.unroute('**/records')
  await expect(app.page.locator('[data-stage="interrupted"]')).toContainText('L-6')
  await app.page.getByRole('button', { name: /^Run again/ }).click()
  await app.press('Confirm')
  await app.says('Done. The record is kept: L-6 × 6.')
  expect(server.kept()).toEqual([...before, { orderName: 'L-6', amount: 6 }])
  expect(app.asked).toHaveLength(2)
})

test('a record that the server could not keep is told as such, to the person and to the model', async ({ open, server }) => {
  const before = server.kept()
  const app = await open()
  await app.page.route('**/records', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { fault: { message: 'The database is away.' } } })
      : route.continue(),
  )
  await app.say('Record 4 pieces for order F-4')
  await app.press('Confirm')
  await app.says('create-record could not do it: The tool failed: The database is away.')
  await expect(app.page.getByText('The record was not kept')).toBeVisible()
  await app.say('Record 0 pieces for order F-4')
  await app.says('create-record could not do it: The call was not executed, because its arguments are not valid.')
  await expect(app.page.getByText('The record was not kept')).toHaveCount(2)
  expect(server.kept()).toEqual(before)
})

test('tools of the server run there, without a question', async ({ open, server }) => {
  const app = await open()
  await app.say('Record 12 pieces for order Q-12')
  await app.press('Confirm')
  await app.says('Done. The record is kept: Q-12 × 12.')
  await app.say('Show the records of order q-12')
  await app.says('I found one record:')
  await app.say('How many pieces have been recorded?')
  const total = server.kept().reduce((sum, { amount }) => sum + amount, 0)
  await app.says(`${total} pieces in `)
  expect(app.asked).toHaveLength(4)
})

test('the server refuses to run the tool of the page, and says where it runs', async ({ server }) => {
  const part = {
    type: 'tool-create-record',
    toolCallId: 'call_1',
    state: 'approval-responded',
    input: { orderName: 'X', amount: 1 },
    approval: { id: 'a', approved: true, signature: 's' },
  }
  const messages = [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Record 1 piece for order X' }] },
    { id: 'm', role: 'assistant', parts: [part] },
  ]
  const before = server.kept()
  const response = await fetch(`${server.origin}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, accept: 'application/json' },
    body: JSON.stringify({ messages, tools: { 'create-record': { description: '' } } }),
  })
  expect(await response.text()).toContain(
    'The tool create-record runs in the page, not on the server. Run it there and send its result.',
  )
  expect(server.kept()).toEqual(before)
})

test('a wrong token is not let in, and a right one is', async ({ open, server }) => {
  const app = await open('en', 'wrong-token')
  await expect(app.page.getByRole('alert')).toContainText('The server does not accept this token.')
  expect(app.page.url()).not.toContain('wrong-token')
  for (const path of ['/records', '/api/models', '/metrics'])
    expect((await fetch(server.origin + path, { headers: { authorization: 'Bearer wrong-token' } })).status).toBe(401)
  await app.signIn(server.token)
  await expect(app.page.getByRole('heading', { name: 'What was made today?' })).toBeVisible()
})

test('a token that no longer fits is asked for again, and the form is where it was', async ({ open, server }) => {
  const app = await open()
  await app.say('Record 9 pieces for order W-9')
  await expect(app.form).toBeVisible()
  await app.page.evaluate(() => sessionStorage.setItem('records-token', 'from-before-the-restart'))
  await app.page.reload()
  await expect(app.page.getByRole('alert')).toContainText('The server does not accept this token.')
  await app.signIn(server.token)
  await app.press('Confirm')
  await app.says('Done. The record is kept: W-9 × 9.')
  expect(app.asked).toHaveLength(2)
})

for (const colorScheme of looks(['light', 'dark'] as const)) {
  test(`everybody can use the form (${colorScheme}, at the width of a phone)`, LONG, async ({ open, page }) => {
    await page.addInitScript({ path: AXE })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme })
    const app = await open('zh')
    await app.say('为订单“一个非常非常长的订单名称一个非常非常长的订单名称”创建计件记录，数量 120000')
    await expect(app.form).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await page.evaluate(findProblems)).toEqual([])
  })
}
