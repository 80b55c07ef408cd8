import { test } from '../stories/support/scripted-studio.ts'
import { approveNext, ask, call, expect } from '../stories/support/studio.ts'
import { takePicture } from './take-picture.ts'

test.use({ viewport: { width: 1180, height: 820 }, colorScheme: 'light', locale: 'en-US' })

/** What the model wanted to write the first time, and what another time. */
const plan = (title: string) => call('write_file', { path: '/plan.md', content: `# ${title}\n` })

test('the record of what was allowed, and two answers side by side', async ({ page, begin }) => {
  let title = 'Spring'
  await begin(({ messages }) => ({
    text: messages.at(-1)?.content.includes('tool_call_result') ? 'It is written.' : plan(title),
  }))
  await ask(page, 'Write a plan for the garden')
  await approveNext(page)
  await expect(page.getByText('It is written.')).toBeVisible()
  await page.getByTestId('mode-chip').click()
  await page.getByRole('menuitemcheckbox', { name: 'Rehearse' }).click()
  title = 'Summer'
  await ask(page, 'Rehearse another one')
  await expect(page.getByText('It is written.')).toHaveCount(2)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page.getByRole('region', { name: 'Effects' }).getByRole('row')).toHaveCount(3)
  await takePicture(page, 'audit')

  title = 'Autumn'
  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByRole('button', { name: 'Add this conversation' }).click()
  await page.getByRole('group', { name: 'Models' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Replay and compare' }).click()
  await expect(page.getByRole('region', { name: 'Now' })).toContainText('Autumn')
  await page.getByRole('button', { name: 'Go on from now' }).scrollIntoViewIfNeeded()
  await takePicture(page, 'replay')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const CALLS: readonly (readonly [name: string, input: object])[] = [
    ['write_file', { path: '/plan.md', content: '# Spring\n\n- beans\n- peas\n' }],
    ['edit_file', { path: '/src/App.tsx', old_text: 'Hello, Parley', new_text: 'Hello from the rehearsal' }],
    ['delete_file', { path: '/src/index.tsx' }],
    ['browser_js_eval', { code: "await files.write('/made.txt', 'by a program')", use_files: true }],
  ]

  test('the review of a rehearsal', async ({ page, begin }) => {
    const written = JSON.stringify({
      tool_calls: CALLS.map(([name, input], index) => ({
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    })
    await begin((_, turn) => ({ text: turn === 1 ? written : 'All of it is rehearsed.' }))
    await page.getByTestId('mode-chip').click()
    await page.getByRole('menuitemcheckbox', { name: 'Rehearse' }).click()
    await ask(page, 'Change the greeting, and plan the spring')
    await expect(page.getByText('All of it is rehearsed.')).toBeVisible()
    await page.getByTestId('rehearsal-bar').getByRole('button').click()
    await page.getByRole('listitem').filter({ hasText: '/src/App.tsx' }).getByRole('button').click()
    await expect(page.getByText('Hello from the rehearsal').last()).toBeVisible()
    await takePicture(page, 'rehearsal')
  })
})
