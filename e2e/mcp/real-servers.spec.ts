import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/workspace/root.mjs'
import { isLong } from '../harness/is-long.ts'
import { answers, approveNext, ask, call, cards, expect, primary, waitingCard } from '../stories/support/studio.ts'
import { EVERYTHING, inTurn, mcpStudio, useAll } from './mcp-studio.ts'

const installed = (name: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(root, 'node_modules/@modelcontextprotocol', name, 'dist/index.js'), ...args],
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

if (isLong) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-disk-')))
  const port = await freePort()
  let remote: ChildProcess
  const test = mcpStudio({
    mcpServers: {
      disk: installed('server-filesystem', folder),
      memory: { ...installed('server-memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
      remote: { url: `http://127.0.0.1:${port}/mcp` },
    },
  })

  test.beforeAll(async () => {
    const options = { env: { PATH: process.env['PATH'], PORT: String(port) }, stdio: 'ignore' } as const
    remote = spawn(EVERYTHING.command, [...EVERYTHING.args, 'streamableHttp'], options)
    await expect
      .poll(
        async () =>
          await fetch(`http://127.0.0.1:${port}/mcp`).then(
            () => true,
            () => false,
          ),
      )
      .toBe(true)
  })
  test.afterAll(() => void remote.kill())

  test('a file of the disk is read after a yes, and one that was refused with a reason is not written', async ({
    page,
    studio,
  }) => {
    const [read, written] = [join(folder, 'read.txt'), join(folder, 'written.txt')]
    writeFileSync(read, 'What is on the disk.')
    const calls = [call('disk__read_text_file', { path: read }), call('disk__write_file', { path: written, content: 'mine' })]
    await studio.open(page, inTurn(...calls.map((text) => ({ text }))))
    await useAll(page, 'disk')
    const last = () => JSON.stringify(studio.upstream.requests.at(-1)?.messages)
    await ask(page, 'Read it')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('Done.')
    await expect.poll(last).toContain('What is on the disk.')
    await ask(page, 'Write it')
    await expect(waitingCard(page)).toContainText('written.txt')
    await waitingCard(page).focus()
    await page.keyboard.press('r')
    await page.keyboard.type('Not on my disk')
    await page.getByRole('button', { name: /^Reject and continue/ }).click()
    await expect.poll(last).toContain('Not on my disk')
    expect(existsSync(written)).toBe(false)
  })

  test('what a memory keeps is what the person made of it', async ({ page, studio }) => {
    const entities = [{ name: 'Momo', entityType: 'book', observations: ['It is red.'] }]
    await studio.open(page, inTurn({ text: call('memory__create_entities', { entities }) }))
    await useAll(page, 'memory')
    await ask(page, 'Remember')
    await waitingCard(page).locator('[data-action="edit"]').click()
    const editor = cards(page).last().locator('.cm-content')
    await editor.fill(JSON.stringify([{ ...entities[0], observations: ['It is grey.'] }]))
    await primary(cards(page).last()).click()
    await expect(answers(page).last()).toContainText('Done.')
    expect(readFileSync(join(folder, 'memory.jsonl'), 'utf8')).toContain('It is grey.')
  })

  test('a server over HTTP is asked like one beside us', async ({ page, studio }) => {
    await studio.open(page, inTurn({ text: call('remote__echo', { message: 'over the wire' }) }))
    await useAll(page, 'remote')
    await ask(page, 'Say it')
    await expect(waitingCard(page)).toContainText('remote')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('Done.')
    expect(JSON.stringify(studio.upstream.requests.at(-1)?.messages)).toContain('Echo: over the wire')
  })
}
