import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PARLEY = fileURLToPath(new URL('../../bin/parley.mjs', import.meta.url))
const children: ChildProcess[] = []
let page = ''

beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'parley page ü 页 '))
  await writeFile(join(page, 'index.html'), '<title>studio</title>')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(page, { recursive: true })
})

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly output: () => string
  readonly exit: Promise<number | null>
}

/** Starts the real program and waits until it prints its address or ends. */
async function start(env: Record<string, string>, ...args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [PARLEY, ...args], {
    cwd: page,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PARLEY_DISCOVER: 'no',
      PARLEY_DEMO_PACE: '0',
      PARLEY_PAGE: page,
      PARLEY_DATA: join(page, '.parley'),
      PORT: '0',
      ...env,
    },
  })
  children.push(child)
  let output = ''
  // Not `exit`, behind which there may still be words to read.
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        output += String(data)
        if (output.includes('Parley is ready')) resolve()
      })
    }
  })
  await Promise.race([ready, exit])
  return { child, url: /ready: (http:\S+)/.exec(output)?.[1] ?? '', output: () => output, exit }
}

test('a setting that nobody reads is named, without what it says', async () => {
  const { output } = await start({ PARLEY_TOKN: 'open-sesame' })
  await expect.poll(output).toContain('PARLEY_TOKN is no setting of the server')
  expect(output()).not.toContain('open-sesame')
  expect(output().match(/is no setting/g)).toHaveLength(1)
})

test('one process serves the studio and the doors, and ends when asked', async () => {
  const { child, url, exit } = await start({})
  expect(await (await fetch(url)).text()).toContain('studio')
  const answer = await fetch(`${url}api/respond`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'demo-scripted',
      messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }],
    }),
  })
  expect(await answer.text()).toContain('"message-end"')

  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('a port in use is one sentence that says what to do', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const { output, exit } = await start({}, '--port', String(port))
  expect(await exit).toBe(1)
  expect(output().trim()).toBe(
    `Port ${port} is already in use. Stop what uses it, or choose another port: parley --port ${port + 1}`,
  )
  taken.close()
})

test('what is typed goes before what is set, and a file that is named must be there', async () => {
  await writeFile(join(page, 'lab.json'), JSON.stringify({ port: 0, token: 'from-the-file' }))
  const [served, missing, wrong] = await Promise.all([
    start({ HOST: '192.0.2.1', PORT: '' }, '--host', '127.0.0.1', '--config', 'lab.json'),
    start({}, '--config', 'none.json'),
    start({}, '--port', 'many'),
  ])
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect((await fetch(served.url)).status).toBe(401)
  expect([await missing.exit, missing.output()]).toEqual([
    1,
    'There is no file none.json. Correct PARLEY_CONFIG or --config, or leave it out.\n',
  ])
  expect([await wrong.exit, wrong.output()]).toEqual([1, '--port takes a number from 0 to 65535, not many.\n'])
})

test('another address is refused without a token, and works with one', async () => {
  const [refused, wrong, served] = await Promise.all([
    start({ HOST: '0.0.0.0' }),
    start({ PORT: 'x' }),
    start({ HOST: '0.0.0.0', PARLEY_TOKEN: 'open-sesame' }),
  ])
  expect(await refused.exit).toBe(1)
  expect(refused.output().trim()).toMatch(/^Without a token this server listens only on this computer.*Set PARLEY_TOKEN/)
  expect(wrong.output().trim()).toMatch(/^The setting `port` \(PORT\) is wrong/)
  const { url, child, exit, output } = served
  // Nobody reads along at a terminal here, so this is a log.
  expect(output()).toContain('add ?token=')
  expect(output()).not.toContain('open-sesame')
  expect((await fetch(url)).status).toBe(401)
  const opened = await fetch(`${url}?token=open-sesame`, { redirect: 'manual' })
  expect(opened.status).toBe(303)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

/** The last words about the configuration in a log. */
const lastOfConfig = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.includes('"event":"config"'))
    .at(-1) ?? ''

test('a changed file holds from the next request on, a broken one leaves the last in force, and what needs a restart is named', async () => {
  const file = join(page, 'kept.json')
  const write = (text: string) => writeFile(file, text)
  await write(JSON.stringify({ token: 'the-first-token' }))
  const { child, url, output, exit } = await start({ PARLEY_CONFIG: file })
  const enter = async (token: string) =>
    (await fetch(`${url}api/models`, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await enter('the-first-token'), await enter('the-second-token')]).toEqual([200, 401])

  await write(JSON.stringify({ token: 'the-second-token', waiting: { keepMs: 9 } }))
  await expect.poll(() => lastOfConfig(output()), { timeout: 20_000 }).toContain('To change `waiting`, restart the server.')
  expect([await enter('the-first-token'), await enter('the-second-token')]).toEqual([401, 200])

  await write('{ "token": "the-third-token" "providers": "sk-of-nobody" }')
  await expect.poll(() => lastOfConfig(output()), { timeout: 20_000 }).toContain('not valid JSON (line 1 column')
  expect(await enter('the-second-token')).toBe(200)

  await rm(file)
  await expect.poll(() => lastOfConfig(output()), { timeout: 20_000 }).toContain('is gone')
  expect(await enter('the-second-token')).toBe(200)
  expect(output()).not.toMatch(/the-(first|second|third)-token|sk-of-nobody/)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

test('SIGHUP reads the configuration again where there is no terminal', async () => {
  const { child, output, exit } = await start({ PARLEY_CONFIG: '' })
  // Node tells of a file that is not there after a first look, and that is no change.
  await expect.poll(output).toContain('"event":"started"')
  child.kill('SIGHUP')
  await expect.poll(() => lastOfConfig(output()), { timeout: 20_000 }).toContain('was read again')
  expect(output().match(/"event":"config"/g)).toHaveLength(1)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})
