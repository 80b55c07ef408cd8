import { checked } from '../../http/chat-request-schema.ts'
import { refusal } from '../../http-fault.ts'
import type { Mcp } from '../mcp.ts'
import { readServersText } from '../settings/read-servers.ts'
import { hostOf, identityOf, type ServerEntry } from '../settings/server-entry.ts'
import { sha256 } from '../tools/sha256.ts'
import { say } from '../words.ts'
import { importBody, inputBody } from './mcp-bodies.ts'

/** A server is a program: who may add one runs anything on this computer. */
function mayEdit(mcp: Mcp): void {
  if (!mcp.mayEdit) throw refusal('request/forbidden', say('mcp.not-here'))
}

/** Asked first, with every word of every command; added only by who names what was shown. */
export async function importDoor(mcp: Mcp, body: unknown): Promise<Response> {
  mayEdit(mcp)
  const { text, agreed } = checked(importBody, body)
  const { servers, inputs } = readServersText(text, new Set(mcp.connections.map(({ entry }) => entry.id)))
  const hash = sha256(JSON.stringify(servers.map((entry) => [entry.label, identityOf(entry), namesOf(entry)])))
  if (agreed !== hash)
    return Response.json({ hash, servers: servers.map(shown), inputs }, { status: agreed === undefined ? 200 : 409 })
  await mcp.own.add(text)
  await mcp.changed()
  return Response.json({ added: servers.map(({ id }) => id) }, { status: 201 })
}

const namesOf = (entry: ServerEntry) => Object.keys(entry.kind === 'stdio' ? entry.env : entry.headers)

const shown = (entry: ServerEntry) => ({
  id: entry.id,
  label: entry.label,
  kind: entry.kind,
  ...(entry.kind === 'stdio'
    ? { command: [entry.command, ...entry.args], ...(entry.cwd !== undefined && { cwd: entry.cwd }) }
    : { url: entry.url, host: hostOf(entry.url) }),
  /** Of variables or headers; the values stay where they are. */
  names: namesOf(entry),
  notes: entry.notes,
})

export async function removeDoor(mcp: Mcp, id: string): Promise<Response> {
  mayEdit(mcp)
  const { entry } = mcp.connection(id)
  if (!mcp.isOwn(id)) throw refusal('request/conflict', say('mcp.not-ours', { id }))
  await mcp.own.remove(entry.label)
  await mcp.changed()
  return new Response(null, { status: 204 })
}

/** Goes in and never comes out. */
export async function inputDoor(mcp: Mcp, body: unknown): Promise<Response> {
  mayEdit(mcp)
  const { id, value } = checked(inputBody, body)
  await mcp.own.answer(id, value)
  return new Response(null, { status: 204 })
}
