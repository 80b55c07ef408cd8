import { readFile, writeFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { drop } from '../support/drop.ts'
import { type RunningParley, startParley } from '../support/parley-server.ts'
import { startUpstream, type Upstream } from '../support/scripted-upstream.ts'
import { answers, approveNext, ask, call, expect, openStudio, waitingCard } from '../support/studio.ts'

const test = base.extend<{ house: { readonly upstream: Upstream; readonly parley: RunningParley } }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names it must provide from the pattern
  house: async ({}, use) => {
    const upstream = await startUpstream()
    const env = { PARLEY_URL: upstream.url, PARLEY_MODELS: 'first,second', PARLEY_DIALECT: 'json-strict', PARLEY_RETRIES: '0' }
    const parley = await startParley(env)
    await use({ upstream, parley })
    await parley.kill()
    await upstream.stop()
  },
})

/** A model writes its calls as it was taught to. */
function plan(title: string, isHermes = false): string {
  const input = { path: '/plan.md', content: `# ${title}\nBeans\n` }
  return isHermes
    ? `<tool_call>\n${JSON.stringify({ name: 'write_file', arguments: input })}\n</tool_call>`
    : call('write_file', input)
}

/** Both write a plan: the first model the one of spring, the second another one; and nobody plans the winter twice. */
const WRITES: Readonly<Record<string, string>> = { first: 'Spring', second: 'Summer' }

test('many conversations are asked of many models: a table that can be stopped and saved, and from each answer there is a way on', async ({
  page,
  house: { upstream, parley },
}, testInfo) => {
  let isSlow = false
  upstream.play(({ model, messages }) => {
    const [first, last] = [messages[0], messages.at(-1)].map((message) => message?.content ?? '')
    if (isSlow) return { text: plan('Slow').padEnd(5000), pieces: 1, pace: 50 }
    if (model === 'second' && last?.includes('winter')) return { text: 'Not in winter.', status: 400 }
    return { text: last?.includes('garden') ? plan(WRITES[model] ?? '', first?.includes('<tool_call>')) : 'It is written.' }
  })
  await openStudio(page, { url: parley.url, model: 'first' })
  await ask(page, 'Plan the garden')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('It is written.')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Data' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export this conversation' }).click()
  const capsule = await readFile(await (await saving).path(), 'utf8')
  const [spring, winter, none] = ['spring.json', 'winter.json', 'none.json'].map((name) => testInfo.outputPath(name))
  await writeFile(spring ?? '', capsule)
  await writeFile(winter ?? '', capsule.replaceAll('the garden', 'the winter garden').replaceAll('# Spring', '# Winter'))
  await writeFile(none ?? '', '{}')

  // What is no capsule is named, and what is one is there all the same; a wrong one can be removed.
  await page.getByRole('tab', { name: 'Replay' }).click()
  const place = page.getByTestId('replay-drop')
  // The browser calls the second of a name by another one.
  await drop(place, [spring ?? '', winter ?? '', none ?? '', spring ?? ''], { x: 20, y: 20 })
  await expect(page.getByText('3 conversations', { exact: true })).toBeVisible()
  await expect(place.getByRole('alert')).toContainText('none.json')
  await page.getByRole('button', { name: 'Remove spring (1).json' }).click()
  await expect(page.getByText('2 conversations', { exact: true })).toBeVisible()
  const models = page.getByRole('group', { name: 'Models' })
  await models.getByRole('checkbox', { name: 'first' }).check()
  await models.getByRole('checkbox', { name: 'second' }).check()

  const look = async (name: string) => {
    if (process.env['E2E_LOOK']) await page.screenshot({ path: `e2e/out/${name}.png`, animations: 'disabled' })
  }

  // It can be stopped, and says what was not asked; other pages of the settings do not end it.
  isSlow = true
  await page.getByRole('button', { name: 'Replay and compare' }).click()
  const table = page.getByRole('region', { name: 'Conversations and models' })
  await expect(table.getByRole('button', { name: '0 of 0 the same so far' })).toBeVisible()
  await expect(page.getByText('0 of 4 compared')).toBeVisible()
  await page.getByRole('tab', { name: 'Audit' }).click()
  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(table.getByRole('button', { name: 'stopped' })).toHaveCount(4)
  isSlow = false

  await page.getByText('what suits each model').click()
  await page.getByRole('group', { name: 'Dialects' }).getByRole('checkbox', { name: 'Hermes', exact: true }).check()
  await page.getByLabel('System prompt').fill('You are a gardener.')
  await page.getByRole('button', { name: 'Replay and compare' }).click()
  await expect(page.getByText('4 of 4 compared')).toBeVisible()
  const cells = table.getByRole('gridcell')
  await expect(cells).toHaveText([
    'the same, 2 of 2',
    'differs, 0 of 1 the same',
    'differs, 0 of 1 the same',
    'not asked to the end',
  ])
  await expect(table.getByRole('columnheader', { name: 'second' })).toContainText('hermes')

  // A cell opens its answers, at what differs.
  await cells.nth(0).getByRole('button').click()
  await expect(page.getByTestId('replayed-answer').first()).toContainText('the same calls; overlooked: ids of calls')
  await cells.nth(3).getByRole('button').click()
  await expect(page.getByRole('dialog').getByRole('alert').last()).toContainText('Not in winter.')
  await cells.nth(1).getByRole('button').click()
  const differing = page.getByTestId('replayed-answer').filter({ hasText: 'another content for write_file' })
  await expect(differing).toBeFocused()
  await expect(differing.getByRole('region', { name: 'Then' })).toContainText('# Spring')
  await expect(differing.getByRole('region', { name: 'Now' })).toContainText('# Summer')

  await look('replay-table')

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const rows = await readFile(await (await csv).path(), 'utf8')
  expect(rows).toContain('spring.json,second,hermes,different,0,1,,1,argument,content,')
  expect(rows).toContain('winter.json,second,hermes,failed,0,0,')
  const lines = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as JSON Lines' }).click()
  const whole = (await readFile(await (await lines).path(), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(whole.filter((line) => 'isSame' in line)).toHaveLength(4)

  // From now: its call asks, and the conversation goes on with that model, in that dialect, with that prompt.
  await differing.getByRole('button', { name: 'Go on from now' }).click()
  await expect(waitingCard(page)).toContainText('/plan.md')
  await expect(page.getByTestId('model-picker')).toContainText('second')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('It is written.')
  const last = upstream.requests.at(-1)
  expect(last?.model).toBe('second')
  expect(last?.messages[0]?.content).toContain('You are a gardener.')
  expect(JSON.stringify(last?.messages)).toContain('<tool_response>')

  // From an answer that was the same: its result is there, and the other model would go on.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Replay' }).click()
  await cells.nth(0).getByRole('button').click()
  await page.getByTestId('replayed-answer').first().getByRole('button', { name: 'Go on from here' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(page.getByTestId('model-picker')).toContainText('first')
})
