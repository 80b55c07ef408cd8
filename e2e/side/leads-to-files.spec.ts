import { test } from '../stories/support/scripted-studio.ts'
import { openSide } from '../stories/support/side.ts'
import { answers, ask, expect } from '../stories/support/studio.ts'

const ANSWER = `${'Many words that need more room once there is less of it, and so on to the end of the line. '.repeat(40)}

The total is wrong in /sums.ts:42, see \`/sums.ts:10-12\` and [the notes](notes.md); not https://example.invalid/sums.ts or and/or.

| File | Why |
|---|---|
| /sums.ts | it adds |

![The sign](/sign.svg)

\`\`\`mermaid
flowchart LR
  A[[ --> broken
\`\`\`
`

const SUMS = Array.from({ length: 60 }, (_, index) => `export const value${index + 1} = ${index + 1}`).join('\n')
const SIGN = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="teal"/></svg>'

test('what an answer names leads there, to the line; its pictures are shown, and its end stays in sight', async ({
  page,
  begin,
}) => {
  await page.setViewportSize({ width: 1360, height: 760 })
  await begin(() => ({ text: ANSWER }))
  await openSide(page, 'files')
  await page.getByTestId('upload').setInputFiles([
    { name: 'sums.ts', mimeType: 'text/plain', buffer: Buffer.from(SUMS) },
    { name: 'notes.md', mimeType: 'text/plain', buffer: Buffer.from('# Notes\n\nAll of /sums.ts. ![Sign](sign.svg)') },
    { name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SIGN) },
  ])
  await expect(page.getByRole('treeitem', { name: /^sums\.ts/ })).toBeVisible()
  await page.getByRole('button', { name: 'Close panel' }).click()
  await ask(page, 'What is wrong?')
  const answer = answers(page).last()
  await expect(answer.getByText('Line 2 could not be read.')).toBeVisible()
  const picture = answer.getByRole('img', { name: 'The sign' })
  await expect(picture, 'out of the files, and not off the network').toHaveAttribute('src', /^blob:/)
  await expect(answer.locator('[data-path]')).toHaveText(['/sums.ts:42', '/sums.ts:10-12', 'the notes', '/sums.ts'])

  const fromEnd = () =>
    page.locator('[data-thread-view]').evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight)
  await expect.poll(fromEnd).toBeLessThan(3)
  await openSide(page, 'preview')
  await expect.poll(fromEnd, 'what stood at the end stands there with less room, too').toBeLessThan(3)

  const links = answer.locator('[data-path]')
  const preview = page.getByTestId('preview')
  await links.first().click()
  await expect(preview.locator('[data-marked]')).toHaveText('export const value42 = 42')
  await expect(preview.locator('[data-marked]')).toBeInViewport()
  await links.nth(1).press('Enter')
  await expect(preview.locator('[data-marked]')).toHaveText([/value10 /, /value11 /, /value12 /])
  await links.nth(3).click()
  await expect(preview.locator('[data-marked]')).toHaveCount(0)
  await links.nth(2).click()
  await expect(preview.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Sign' }), 'seen from the folder of the notes').toHaveAttribute('src', /^blob:/)
  await preview.locator('[data-path="/sums.ts"]').click()
  await expect(preview).toContainText('export const value1 = 1')
})
