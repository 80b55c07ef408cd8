import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@parley/server'
import { startServer } from '@parley/server/node'
import { root } from '../../scripts/workspace/root.mjs'
import { CALLERS, playApproval, type Room } from './approvals.ts'
import { startModelServer } from './model-server.ts'

interface ApprovalOptions extends Pick<Room, 'installed' | 'onPlayed'> {
  /** Whether the person takes six minutes, and the room its usual times. */
  readonly isLong: boolean
  readonly isInvited: (name: string) => boolean
}

const FILES = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')
const COMMAND = join(root, 'packages/cli/bin/parley.mjs')

/** Agents that call MCP tools through us: one call is approved late, one rejected, one abandoned. Gives a row for each. */
export async function playApprovals({ isLong, isInvited, ...options }: ApprovalOptions): Promise<readonly (readonly string[])[]> {
  const notes = await realpath(await mkdtemp(join(tmpdir(), 'parley-notes-')))
  const models = await startModelServer('hermes', () => 'caller')
  const file = JSON.stringify({
    providers: [
      { id: 'native', kind: 'openai-compatible', url: `${models.url}/native`, models: [{ id: 'caller', dialect: 'native' }] },
    ],
    mcpServers: { files: { command: process.execPath, args: [FILES, notes] } },
    ...(!isLong && { waiting: { beatMs: 500, waitMs: 3000 } }),
  })
  const env = { PARLEY_DISCOVER: 'no', PARLEY_DATA: await mkdtemp(join(tmpdir(), 'parley-data-')) }
  const server = await startServer({ config: { ...readConfig({ env, file }), port: 0 } })
  const base = new URL(server.url).origin
  const room: Room = {
    ...options,
    base,
    models,
    notes,
    patienceMs: isLong ? 360_000 : 8000,
    milliseconds: isLong ? 900_000 : 180_000,
  }
  const doors = [
    ['HTTP', room],
    ['parley mcp', { ...room, program: [process.execPath, COMMAND, 'mcp', '--url', base] }],
  ] as const
  const rows: (readonly string[])[] = []
  try {
    await known(base)
    for (const caller of CALLERS.filter(({ name }) => isInvited(name)))
      for (const [door, at] of caller.borrows ? doors.slice(0, 1) : doors) {
        const cells = [
          await playApproval(at, caller, 'approved'),
          await playApproval(at, caller, 'rejected'),
          await playApproval(at, caller, 'abandoned'),
        ]
        rows.push([caller.borrows ? caller.name : `${caller.name}, ${door}`, ...cells])
        console.log(`| ${rows.at(-1)?.join(' | ')} |`)
      }
  } finally {
    await server.stop(0)
    await models.close()
  }
  return rows
}

/** A server whose tools were never known answers late the first time; whoever uses it every day has them stored. */
async function known(base: string): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const text = await (await fetch(`${base}/mcp`, { method: 'POST', headers, body })).text()
    if (text.includes('files__edit_file')) return
  }
}
