import type { JsonValue } from '@parley/dialects'
import { fetchThroughCapability } from './network-capability.ts'
import type { Capabilities, ToolAnswer, ToolsCapability } from './sandbox.ts'

export interface Answer {
  readonly ok: boolean
  readonly json: string
  /** For a program that can be run again: what its clock says from then on. */
  readonly now?: number
}

/** What reaches a program at once. */
const MAX_ANSWER = 8_000_000

/** Does what a program asked the page for, if that capability was granted. Never throws: a refusal is an answer. */
export async function answerAsk(
  capabilities: Capabilities,
  ask: { readonly name: string; readonly json: string },
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const args: unknown = JSON.parse(ask.json)
    const list: readonly unknown[] = Array.isArray(args) ? args : []
    if (capabilities.tools !== undefined && ask.name.startsWith('tools.'))
      return toAnswer(await callTools(capabilities.tools, ask.name, list))
    return { ok: true, json: JSON.stringify(await perform(capabilities, ask.name, list, signal)) }
  } catch (error) {
    return { ok: false, json: JSON.stringify(error instanceof Error ? error.message : String(error)) }
  }
}

async function callTools(tools: ToolsCapability, name: string, args: readonly unknown[]): Promise<ToolAnswer> {
  const [first, second] = args
  if (name === 'tools.search') return await tools.search(text(first, 'words'))
  // Invariant: both were read from JSON.
  return await tools.call(text(first, 'name'), second as JsonValue)
}

function toAnswer({ ok, value, now }: ToolAnswer): Answer {
  const json = JSON.stringify(value)
  if (json.length <= MAX_ANSWER) return { ok, json, now }
  const refusal = `The result has ${json.length} characters; at most ${MAX_ANSWER} reach a program. Ask the tool for less.`
  return { ok: false, json: JSON.stringify(refusal), now }
}

async function perform(
  capabilities: Capabilities,
  name: string,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<JsonValue> {
  const { files, network } = capabilities
  if (name === 'network.fetch' && network !== undefined) return await fetchThroughCapability(network, args, signal)
  if (files === undefined) throw new Error(`${name} was not granted to this program.`)
  switch (name) {
    case 'files.read':
      return await files.read(text(args[0], 'path'), signal)
    case 'files.write':
      await files.write(text(args[0], 'path'), text(args[1], 'text'), signal)
      return null
    case 'files.list':
      return (await files.list(text(args[0], 'path'), signal)).map((entry) => ({ name: entry.name, type: entry.type }))
    case 'files.delete':
      await files.delete(text(args[0], 'path'), signal)
      return null
    default:
      throw new Error(`${name} was not granted to this program.`)
  }
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Error(`The argument ${name} must be text.`)
  return value
}
