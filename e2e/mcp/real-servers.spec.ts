import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/workspace/root.mjs'
import { isLong } from '../harness/is-long.ts'
import type { Script } from '../stories/support/scripted-upstream.ts'
import { answers, approveNext, ask, call, expect, waitingCard } from '../stories/support/studio.ts'
import { EVERYTHING, mcpStudio, useAll } from './mcp-studio.ts'

const installed = (name: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(root, 'node_modules/@modelcontextprotocol', name, 'dist/index.js'), ...args],
})

/** All tools of a server are more than 5 % of a context of 32k, so they are found first. */
const find = (query: string) => call('find_tools', { query })
const steps =
  (...texts: readonly string[]): Script =>
  (_, turn) => ({ text: texts[turn - 1] ?? 'Nothing.' })

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
    await studio.open(
      page,
      steps(
        find('read a text file'),
        call('disk__read_text_file', { path: read }),
        'Done.',
        find('write a file'),
        call('disk__write_file', { path: written, content: 'mine' }),
        'I see.',
      ),
    )
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

  test('what a memory is told, it keeps', async ({ page, studio }) => {
    const entities = [{ name: 'Momo', entityType: 'book', observations: ['It is grey.'] }]
    await studio.open(page, steps(find('create entities'), call('memory__create_entities', { entities }), 'Done.'))
    await useAll(page, 'memory')
    await ask(page, 'Remember')
    await expect(waitingCard(page)).toContainText('It is grey.')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('Done.')
    expect(readFileSync(join(folder, 'memory.jsonl'), 'utf8')).toContain('It is grey.')
  })

  test('a server over HTTP is asked like one beside us', async ({ page, studio }) => {
    await studio.open(page, steps(find('echo'), call('remote__echo', { message: 'over the wire' }), 'Done.'))
    await useAll(page, 'remote')
    await ask(page, 'Say it')
    await expect(waitingCard(page)).toContainText('remote')
    await approveNext(page)
    await expect(answers(page).last()).toContainText('Done.')
    expect(JSON.stringify(studio.upstream.requests.at(-1)?.messages)).toContain('Echo: over the wire')
  })
}
