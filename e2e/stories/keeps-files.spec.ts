import { readFile } from 'node:fs/promises'
import { test } from './support/scripted-studio.ts'
import { answers, approveNext, ask, call, cards, expect, waitingCard } from './support/studio.ts'

const write = (path: string) => call('write_file', { path, content: 'from the first' })

test('each conversation has files of its own, and areas beside them that they share', async ({ page, begin }) => {
  const { upstream } = await begin((request, turn) => {
    if (request.messages.at(-1)?.content.includes('tool_call_result')) return { text: 'Done.' }
    return { text: turn === 1 ? write('/mine.txt') : write(turn === 3 ? '/shared/ours.txt' : '/reference/guide.md') }
  })
  const files = page.getByRole('complementary', { name: 'Files' })
  const area = (name: string) => files.getByRole('button', { name: new RegExp(`^${name}`) })
  await ask(page, 'Write mine')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('Done.')
  await ask(page, 'Write ours')
  await approveNext(page)
  await expect(cards(page).last()).toHaveAttribute('data-stage', 'succeeded')

  await page.getByRole('button', { name: 'New conversation', exact: true }).click()
  await page.getByRole('button', { name: 'Show files' }).click()
  await expect(files.getByText('App.tsx')).toBeVisible()
  await expect(files.getByText('mine.txt')).toHaveCount(0)
  await area('Shared').click()
  await expect(files.getByText('ours.txt')).toBeVisible()
  await ask(page, 'Change the guide')
  await expect(cards(page)).toHaveAttribute('data-stage', 'blocked')
  await expect(answers(page).last()).toContainText('Done.')
  expect(upstream.requests.at(-1)?.messages.at(-1)?.content).toContain('/reference/guide.md is locked')

  const list = page.getByRole('navigation', { name: 'Conversations' })
  await list.getByRole('button', { name: 'Actions for Write mine' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('3 files of its own')
  await page.getByRole('button', { name: 'Keep the files' }).click()
  await page.getByRole('button', { name: 'Delete for good now' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(files.getByText('mine.txt')).toBeVisible()
})

test('files go out as a zip and come in again, and a deleted file comes back', async ({ page, begin }) => {
  await begin(() => ({ text: 'Hello.' }))
  const files = page.getByRole('complementary', { name: 'Files' })
  const app = files.getByText('App.tsx', { exact: true })
  const remove = async () => {
    await app.click()
    await files.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(app).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Show files' }).click()
  await expect(files.getByText(/B of .*B/).last()).toBeVisible()
  const saving = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'As a zip' }).click()
  const buffer = await readFile(await (await saving).path())
  await remove()
  await page.getByTestId('upload-zip').setInputFiles({ name: 'files.zip', mimeType: 'application/zip', buffer })
  await expect(app).toBeVisible()
  await remove()
  await files.getByText('1 deleted file').click()
  await files.getByRole('button', { name: 'Bring back /src/App.tsx' }).click()
  await app.click()
  await expect(page.locator('.cm-content')).toContainText('Hello, Parley')
  await files.getByRole('button', { name: 'All files' }).click()

  await files.getByLabel('Search names and texts').fill('hello, PARLEY')
  await expect(files.getByText('Found in 2 places.', { exact: true })).toBeVisible()
  await expect(files.getByTestId('found-in-files')).toContainText('/src/App.tsx:')
  await files.getByLabel('Search names and texts').press('Escape')
  await app.dragTo(files.getByRole('button', { name: /^This conversation/ }))
  await expect(files.getByText('Moved to /App.tsx.', { exact: true })).toBeVisible()
  await files.getByRole('button', { name: 'Undo' }).click()
  await app.click()
  await expect(files.getByRole('heading', { name: '/src/App.tsx' })).toBeVisible()
  await files.getByRole('button', { name: 'Move or rename' }).click()
  await page.getByLabel('New path').fill('/deep/down/Main.tsx')
  await page.getByLabel('New path').press('Enter')
  await expect(files.getByText('Moved to /deep/down/Main.tsx.', { exact: true })).toBeVisible()
  await files.getByRole('button', { name: 'Undo' }).click()
  await remove()
  await expect(files.getByText('Deleted /src/App.tsx.', { exact: true })).toBeVisible()
  await files.getByRole('button', { name: 'Undo' }).click()
  await expect(app).toBeVisible()
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page.getByTestId('upload').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await files.getByText('dot.png', { exact: true }).click()
  await expect(files.getByRole('img', { name: '/dot.png' })).toBeVisible()
  await files.getByRole('button', { name: 'All files' }).click()
  const broken = { name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') }
  await page.getByTestId('upload-zip').setInputFiles(broken)
  await expect(files.getByRole('alert')).toContainText(/zip|archive/i)
})

test('a result that the model invented is marked as invented, and the real one is what counts', async ({ page, begin }) => {
  const evaluate = call('browser_js_eval', { code: '6 * 7' }, 'call_x')
  const invented = JSON.stringify({ tool_call_result: { toolCallId: 'call_x', result: 41 } })
  await begin((_, turn) => ({ text: turn === 1 ? `${evaluate}\n${invented}\nIt is 41.` : 'It is 42.' }))
  await ask(page, 'Compute')
  await expect(page.locator('[data-invented]')).toContainText('Invented by the model')
  await approveNext(page)
  await expect(answers(page).last()).toContainText('It is 42.')
})

test('programs keep their variables, and reach one host, only where the settings say so', async ({ page, begin, studio }) => {
  const { host } = new URL(studio.upstream.url)
  const programs = [
    { code: 'const kept = 20; kept' },
    { code: 'kept + 22' },
    { code: `(await fetch("http://${host}/v1/models")).status`, network_host: host },
  ]
  let next = 0
  const { upstream } = await begin((request) =>
    request.messages.at(-1)?.content.includes('tool_call_result')
      ? { text: 'Ok.' }
      : { text: call('browser_js_eval', programs[next++] ?? {}, `call_${next}`) },
  )
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Tools' }).click()
  await page.getByLabel(/^Programs keep their variables/).check()
  await page.getByLabel(/^Hosts that programs may reach/).fill(host)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  for (const [index, said] of ['20', '42', '200'].entries()) {
    await ask(page, `Program ${index}`)
    await expect(waitingCard(page)).toContainText(
      index === 2 ? `with access to ${host}` : 'with the variables of earlier programs',
    )
    await approveNext(page)
    await expect(cards(page).nth(index)).toHaveAttribute('data-stage', 'succeeded')
    await expect.poll(() => upstream.requests.at(-1)?.messages.at(-1)?.content).toContain(said)
    await expect(answers(page).last()).toContainText('Ok.')
  }
})
