import { faultOf, type JsonValue, type Sentence } from '@parley/dialects'
import type { BackendToolOutput } from '../../tools/backend-tool.ts'
import type { ChosenTool, NotOffered, Offer, RemoteTool, ToolSource } from '../../tools/remote-tool.ts'
import { attemptCall, type CallResult, findShownTool } from '../calls.ts'
import type { Connection } from '../connection/connection.ts'
import { whyNotStarted } from '../connection/why-failed.ts'
import type { Mcp } from '../mcp.ts'
import type { McpTool } from '../tools/mcp-tool.ts'
import { say } from '../words.ts'

/** The tools of MCP servers, for threads that live on the server: those that were chosen, as long as they are what was looked at. */
export function createToolSource(all: Mcp): ToolSource {
  return {
    async offer(chosen, owner) {
      const mcp = all.of(owner)
      const servers = [...new Set(chosen.map(serverOf))]
      const lists = new Map(await Promise.all(servers.map(async (id) => [id, await listOf(mcp, id)] as const)))
      const found = chosen.map((one) => judge(mcp, one, lists.get(serverOf(one)) ?? []))
      return found.reduce<Offer>(
        ({ tools, notOffered }, one) =>
          'why' in one ? { tools, notOffered: [...notOffered, one] } : { tools: [...tools, one], notOffered },
        { tools: [], notOffered: [] },
      )
    },
    servers: async () => all.connections.filter(({ entry }) => !entry.disabled).map(({ entry }) => entry.id),
    async offerAll(servers, owner) {
      const mcp = all.of(owner)
      const lists = await Promise.all(servers.map(async (id) => ({ name: id, list: await listOf(mcp, id) })))
      return {
        tools: lists.flatMap(({ list }) =>
          'message' in list ? [] : list.filter(isForModels).map((tool) => toRemoteTool(mcp, tool, tool)),
        ),
        notOffered: lists.flatMap(({ name, list }) => ('message' in list ? [{ name, why: sentenceOf(list) }] : [])),
      }
    },
  }
}

const serverOf = ({ name }: Pick<ChosenTool, 'name'>): string => name.split('__')[0] ?? ''

/** Why there are none, where its server cannot be asked. */
async function listOf(mcp: Mcp, id: string): Promise<readonly McpTool[] | Sentence> {
  try {
    return (await mcp.connection(id).unwatched().tools()).tools
  } catch (error) {
    return faultOf(error) ?? whyNotStarted(error, mcp.config.startMs)
  }
}

/** What is for views alone is no model's to call. */
const isForModels = ({ isAppOnly }: McpTool): boolean => !isAppOnly

const sentenceOf = ({ message, words }: Sentence): Sentence => ({ message, ...(words && { words }) })

function judge(mcp: Mcp, chosen: ChosenTool, list: readonly McpTool[] | Sentence): RemoteTool | NotOffered {
  const { name, fingerprint } = chosen
  if ('message' in list) return { name, why: sentenceOf(list) }
  const tool = list.find((one) => one.name === name)
  if (!tool || !isForModels(tool)) return { name, why: say('mcp.no-tool', { name }) }
  if (tool.fingerprint !== fingerprint) return { name, why: say('mcp.changed', { name }) }
  return toRemoteTool(mcp, tool, chosen)
}

function toRemoteTool(mcp: Mcp, tool: McpTool, { fingerprint, isTrusted = false }: ChosenTool): RemoteTool {
  const { name, description, parameters, title, hints } = tool
  const connection = mcp.connection(tool.server).unwatched()
  const { label } = connection.entry
  return {
    spec: { name, description, parameters },
    fingerprint,
    reason: say('mcp.asks', { tool: tool.tool, server: label }).message,
    says: { by: label, text: [...(title === undefined ? [] : [title]), description].join('\n') },
    // Its server's own word, which counts only where a person believes that server.
    mayRunAgain: isTrusted && hints?.idempotent === true,
    async run({ callId: _call, ...call }) {
      try {
        return await connection.use(async (session) => {
          const shown = await findShownTool(session, { name, fingerprint })
          const step = await attemptCall(session, shown, { ...call, connection, name, fingerprint }, mcp.config)
          return 'result' in step ? { output: toOutput(step.result) } : { asked: plain(step.asked) }
        })
      } catch (error) {
        return { output: notBegun(error, connection) }
      }
    },
  }
}

// Questions were read field by field: there is nothing in them but plain data.
const plain = <Value>(value: Value): Value & JsonValue => JSON.parse(JSON.stringify(value))

/** It could not be reached, or is not what was shown any more: nothing ran. */
function notBegun(error: unknown, { mask }: Connection): BackendToolOutput {
  const { message, words } =
    faultOf(error) ?? say('mcp.start-failed', { why: mask(error instanceof Error ? error.message.slice(0, 500) : '') })
  return { outcome: 'error', content: message, ...(words && { display: { words: plain(words) } }) }
}

function toOutput({ outcome, content, forPerson, data, said }: CallResult): BackendToolOutput {
  const display: Record<string, JsonValue> = {
    ...(said && { words: plain(said.words) }),
    ...(forPerson.length > 0 && {
      forPerson: forPerson.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)),
    }),
  }
  return {
    outcome,
    content: content.length === 0 ? 'Done.' : content,
    ...(data !== undefined && { data }),
    ...(Object.keys(display).length > 0 && { display }),
  }
}
