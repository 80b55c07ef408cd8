import { LONG } from '../harness/is-long.ts'
import { expect, test } from './embedded-test.ts'

// The same app twice, over the demo model: once on assistant-ui's runtime, once on the plain hook of the AI SDK.

const ADD = 'Call the tool add_note with {"text": "milk"}'
const PICK = 'Call the tool pick_colour with {"question": "the door"}'
const ARCHIVE = 'Call the tool archive_notes with {"days": 30}'

for (const name of ['assistant-ui', 'use-chat'] as const) {
  test.describe(name, () => {
    // Each story is played in one of the two, and in both by `npm run test:long`.
    const [odd, even] = name === 'use-chat' ? [{}, LONG] : [LONG, {}]

    test('a tool of the page asks, runs once, and its result is sent once', odd, async ({ open }) => {
      const app = await open(name)
      await app.ask(ADD)
      await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
      await expect(app.card()).toContainText('Write the note “milk”')
      expect(await app.notes()).toBe(0)
      await app.press(/^Call/)
      await expect(app.page.getByText('add_note answered: {"written":"milk","notes":1}')).toBeVisible()
      await expect(app.card()).toHaveAttribute('data-stage', 'succeeded')
      await app.ask('Call the tool count_notes with {}')
      await expect(app.page.getByText('count_notes answered: {"notes":1}')).toBeVisible()
      expect(app.requests).toHaveLength(4)
      expect(app.results()).toEqual(['call 1 output-available', 'call 2 output-available'])
      expect(await Promise.all(app.requests.map((request) => request.headerValue('authorization')))).toEqual(
        Array<string>(4).fill('Bearer open-sesame'),
      )
    })

    test('what a person changes is what runs, and a rejection reaches the model with its reason', even, async ({ open }) => {
      const app = await open(name)
      await app.ask(ADD)
      await app.press(/^Edit/)
      await app.card().getByLabel('text').fill('bread')
      await app.press('Execute edited call')
      await expect(app.page.getByText(/add_note answered: .*bread/)).toBeVisible()
      expect(await app.notes()).toBe(1)
      await app.ask('Call the tool add_note with {"text": "beer"}')
      await expect(app.card()).toContainText('beer')
      await app.press('More ways to reject')
      await app.page.getByRole('menuitem', { name: 'Reject and continue…' }).click()
      await app.card().getByLabel('Reason for the model').fill('no alcohol')
      await app.press('Reject and continue')
      await expect(app.page.getByText(/add_note answered: The user rejected this call .* no alcohol/)).toBeVisible()
      expect(await app.notes()).toBe(1)
      expect(app.requests).toHaveLength(4)
    })

    test(
      'what was allowed always is a chip on the card that allowed it, and the next call asks again once it is revoked',
      odd,
      async ({ open }) => {
        const app = await open(name)
        const chip = app.page.getByTestId('grant-chips').getByRole('listitem')
        await app.ask('Call the tool compute_note with {"text": "milk"}')
        await app.press(/^Allow…/)
        await app.page.getByRole('menuitem', { name: /, always…/ }).click()
        await expect(chip).toHaveCount(0)
        await app.page.getByRole('button', { name: 'Always allow' }).click()
        await expect(app.page.getByText('compute_note answered: {"computed":"milk","notes":1}')).toBeVisible()
        await expect(chip).toHaveText(/^compute_note: .*in every conversation/)
        await app.ask('Call the tool compute_note with {"text": "eggs"}')
        await expect(app.page.getByText('compute_note answered: {"computed":"eggs","notes":2}')).toBeVisible()
        await chip
          .first()
          .getByRole('button', { name: /^Revoke/ })
          .click()
        await expect(chip).toHaveCount(0)
        await app.ask('Call the tool compute_note with {"text": "beer"}')
        await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
        expect(await app.notes()).toBe(2)
      },
    )

    test('a form continues the tool that waits for it', even, async ({ open }) => {
      const app = await open(name)
      await app.ask(PICK)
      await expect(app.card()).toHaveAttribute('data-stage', 'asking')
      await app.press('Blue')
      await expect(app.page.getByText('pick_colour answered: {"picked":"blue"}')).toBeVisible()
      expect(app.requests).toHaveLength(2)
      expect(app.results()).toEqual(['call 1 output-available'])
    })

    test('a reload comes back to the form, and to a call that nobody has decided on', odd, async ({ open }) => {
      const app = await open(name)
      await app.ask(PICK)
      await expect(app.card()).toHaveAttribute('data-stage', 'asking')
      await app.page.reload()
      await expect(app.card()).toHaveAttribute('data-stage', 'asking')
      await app.press('Green')
      await expect(app.page.getByText('pick_colour answered: {"picked":"green"}')).toBeVisible()
      await app.ask('Call the tool add_note with {"text": "eggs"}')
      await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
      await app.page.reload()
      await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
      await app.press(/^Call/)
      await expect(app.page.getByText(/add_note answered: .*eggs/)).toBeVisible()
      expect(await app.notes()).toBe(1)
      await app.page.reload()
      await expect(app.page.getByText(/add_note answered: .*eggs/)).toBeVisible()
      await expect(app.card()).toHaveAttribute('data-stage', 'succeeded')
      expect(await app.notes()).toBe(0)
      expect(app.requests).toHaveLength(4)
      expect(app.results()).toEqual(['call 1 output-available', 'call 2 output-available'])
    })

    test('a tool of the server runs after the yes that was sealed with it, also after a reload', even, async ({ open }) => {
      const app = await open(name)
      await app.ask(ARCHIVE)
      await expect(app.card()).toContainText('This puts away all notes older than 30 days.')
      await app.page.reload()
      await app.press(/^Call/)
      await expect(app.page.getByText(/archive_notes answered: \{"days":30,"archived":\d+\}/)).toBeVisible()
      await expect(app.card()).toHaveAttribute('data-stage', 'succeeded')
      await app.ask('Call the tool archive_notes with {"days": 1}')
      await expect(app.card()).toContainText('older than 1 days')
      await app.press('Reject and continue…')
      await app.card().getByLabel('Reason for the model').fill('too new')
      await app.press('Reject and continue')
      await expect(app.page.getByText(/archive_notes answered: The user rejected this call .* too new/)).toBeVisible()
      await expect(app.card()).toHaveAttribute('data-stage', 'rejected')
      expect(app.requests).toHaveLength(4)
      expect(app.results()).toEqual(['call 1 approval-responded', 'call 2 approval-responded'])
    })
  })
}

test('assistant-ui: a message sent while a call waits ends the call, and nothing runs', async ({ open }) => {
  const app = await open('assistant-ui')
  await app.ask(ADD)
  await expect(app.card()).toHaveAttribute('data-stage', 'awaiting')
  await app.ask('hello')
  await expect(app.page.getByText('I am a scripted demo')).toBeVisible()
  await expect(app.card()).toHaveAttribute('data-stage', 'failed')
  await expect(app.card().getByRole('button', { name: /^Call/ })).toHaveCount(0)
  expect(await app.notes()).toBe(0)
  expect(app.requests).toHaveLength(2)
})

test('a yes does not fit other arguments', async ({ open, origin }) => {
  const app = await open('use-chat')
  await app.ask(ARCHIVE)
  await app.press(/^Call/)
  await expect(app.page.getByText(/archive_notes answered: \{/)).toBeVisible()
  const sent = app.requests[1]?.postData() ?? ''
  const headers = { authorization: 'Bearer open-sesame', 'content-type': 'application/json', accept: 'application/json' }
  const forged = await fetch(`${origin}api/chat`, { method: 'POST', headers, body: sent.replaceAll('"days":30', '"days":0') })
  expect(await forged.text()).toContain('The approval does not belong to this call with these arguments')
})

test('without the token nobody answers', async ({ origin }) => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] })
  const response = await fetch(`${origin}api/chat`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(response.status).toBe(401)
})
