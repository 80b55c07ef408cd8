import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './workspace/root.mjs'

let page = ''
beforeAll(() => {
  page = mkdtempSync(join(tmpdir(), 'parley-page-'))
  writeFileSync(join(page, 'index.html'), '<title>studio</title>')
})
afterAll(() => rmSync(page, { recursive: true }))

interface Served {
  readonly child: ChildProcess
  readonly url: string
  /** Whatever was started has ended when the last one lets go of the output. */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>
}

/** In a group of its own, as at a terminal or under a supervisor. */
async function serve(command: string, args: readonly string[]): Promise<Served> {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: page,
      PORT: '0',
      PARLEY_PAGE: page,
      PARLEY_DATA: join(page, '.parley'),
      PARLEY_DISCOVER: 'no',
      PARLEY_DEMO_PACE: '15',
      PARLEY_DEMO_PIECES: '8',
      npm_config_loglevel: 'error',
      PARLEY_LOG: process.env['PARLEY_LOG'] ?? 'info',
    },
  })
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  let said = ''
  for await (const piece of child.stdout) {
    said += String(piece)
    const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url, ended }
  }
  throw new Error(said)
}

const BIN = join(root, 'packages/cli/bin/parley.mjs')
/** The shell between npm and us ends at the signal, and npm with it, by the same signal. */
const THROUGH_NPM = [
  [0, null],
  [null, 'SIGTERM'],
]

test.skipIf(process.platform === 'win32').each([
  { what: 'npm start, when npm is told', command: 'npm', args: ['start'], signal: 'SIGTERM', ends: THROUGH_NPM },
  {
    what: 'npm start, when its whole group is told',
    command: 'npm',
    args: ['start'],
    signal: 'SIGTERM',
    group: true,
    ends: THROUGH_NPM,
  },
  { what: 'npx parley, when npx is told', command: 'npx', args: ['parley'], signal: 'SIGTERM', ends: THROUGH_NPM },
  { what: 'parley, at SIGTERM', command: process.execPath, args: [BIN], signal: 'SIGTERM', ends: [[0, null]] },
  { what: 'parley, at Ctrl-C', command: process.execPath, args: [BIN], signal: 'SIGINT', group: true, ends: [[0, null]] },
])('$what, ends in good order: the answer under way is finished, and the port is free', async (told) => {
  const { child, url, ended } = await serve(told.command, told.args)
  const answer = await fetch(`${url}api/respond`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'demo-scripted',
      messages: [{ role: 'user', id: 'u', parts: [{ type: 'text', text: 'hi' }] }],
    }),
  })
  process.kill(told.group ? -child.pid! : child.pid!, told.signal)
  expect(await answer.text()).toContain('"message-end"')
  expect(told.ends).toContainEqual(await ended)
  await expect(fetch(`${url}health`)).rejects.toThrow()
})
