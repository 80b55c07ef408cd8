import type { JsonObject, ToolResult, ToolSpec } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import { type BackendToolOutput, toResult } from '../tools/backend-tool.ts'
import { toolsNamed } from '../tools/page-toolsets.ts'
import type { RemoteTool, ToolSource } from '../tools/remote-tool.ts'
import type { Question } from '../waiting/waiting-call.ts'
import type { RunCall } from '../waiting/waiting-room.ts'
import { say } from '../words.ts'
import { ALL_SERVERS, PAGE_TOOLS } from './asked-tools.ts'

/** A tool of ours that a client may borrow. */
export interface HandTool extends Pick<Question, 'fingerprint' | 'says'> {
  readonly spec: ToolSpec
  /** Absent: an open page runs it. */
  readonly run?: (call: RunCall, signal: AbortSignal) => Promise<ToolResult>
}

export interface HandTools {
  readonly tools: readonly HandTool[]
  /** Servers that were asked for with all others, and cannot be asked now. */
  readonly missing: readonly string[]
}

/** The tools behind names that are known. A server that was asked for by its name, and is not there, is a fault. */
export async function findHandTools(
  names: readonly string[],
  { source, owner }: { readonly source: ToolSource | undefined; readonly owner: string },
): Promise<HandTools> {
  const sets = names.flatMap((name) => (Object.hasOwn(PAGE_TOOLS, name) ? (PAGE_TOOLS[name] ?? []) : []))
  const own = toolsNamed(sets).map((spec) => ({ spec }))
  const known = (await source?.servers()) ?? []
  // A server may be called as we call something of ours: then both are meant.
  const servers = names.includes(ALL_SERVERS) ? known : known.filter((id) => names.includes(id))
  if (!source || servers.length === 0) return { tools: own, missing: [] }
  const { tools, notOffered } = await source.offerAll(servers, owner)
  const lacking = notOffered.find(({ name }) => names.includes(name) && !Object.hasOwn(PAGE_TOOLS, name))
  if (lacking) throw refusal('request/invalid', say('hands.away', { name: lacking.name, why: lacking.why }))
  return { tools: [...own, ...tools.map(ofServer)], missing: notOffered.map(({ name }) => name) }
}

const ofServer = (tool: RemoteTool): HandTool => ({
  spec: tool.spec,
  fingerprint: tool.fingerprint,
  says: tool.says,
  run: async (call, signal) => toResult(call, await outputOf(tool, call, signal)),
})

const NOBODY_ANSWERS: BackendToolOutput = {
  outcome: 'error',
  content: 'The tool asked something back that nobody was there to answer. Some of it may have run.',
}

/** Who approved a call is not watching it run: what it asks back is declined, once. */
async function outputOf(tool: RemoteTool, { id, input }: RunCall, signal: AbortSignal): Promise<BackendToolOutput> {
  const call = { callId: id, input, idempotencyKey: id, signal, onProgress: () => undefined }
  const first = await tool.run(call)
  if ('output' in first) return first.output
  const { state, questions } = first.asked
  const answers: JsonObject = Object.fromEntries(questions.map(({ key }) => [key, { action: 'decline' }]))
  const second = await tool.run({ ...call, answered: { answers, ...(state !== undefined && { state }) } })
  return 'output' in second ? second.output : NOBODY_ANSWERS
}
