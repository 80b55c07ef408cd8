import { faultOf, type JsonObject, type ToolResult, type ToolSpec } from '@parley/dialects'
import { resultSchema, toolSpecSchema } from '@parley/dialects/schema'
import { z } from 'zod'
import { demand, type ThreadClient } from './thread-client.ts'

/** A call that a program of the page makes of a tool of the server. */
interface ProgramCall {
  /** The waiting call that runs the program, and which of the program's calls it is. */
  readonly callId: string
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  readonly edited?: JsonObject
  /** The server's reason to ask that was shown to who decided. */
  readonly shown?: string
  readonly by: 'person' | 'rule'
}

/** What became of it. */
export type ToldCall =
  /** Nothing ran. `asks`: why a person must be asked first. */
  | { readonly kind: 'judged'; readonly asks?: string }
  /** `edited`: what it ran with, where a person had changed that. */
  | { readonly kind: 'done'; readonly result: ToolResult; readonly edited?: JsonObject }

const tools = z.object({ tools: z.array(toolSpecSchema) })
const told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('judged'), asks: z.string().exactOptional() }),
  z.object({ kind: z.literal('done'), result: resultSchema, edited: z.record(z.string(), z.json()).exactOptional() }),
])

/** What programs of a page ask of the server that their thread lives on. Everything here rejects with a fault. */
export interface ProgramDoors {
  /** The server's own tools. */
  tools(): Promise<readonly ToolSpec[]>
  /** Whether the server asks about a call that a program would make. Nothing runs. */
  judge(call: Pick<ProgramCall, 'name' | 'input'>): Promise<ToldCall>
  /** What became of a call that a program makes, once it is done. Asked for again, it is the same call. */
  call(call: ProgramCall): Promise<ToldCall>
  /** Ends it, where it runs. */
  stop(call: Pick<ProgramCall, 'callId' | 'id'>): void
}

export function programDoors(client: ThreadClient, threadId: string): ProgramDoors {
  const thread = `/threads/${encodeURIComponent(threadId)}`
  return {
    tools: async () => demand(tools.safeParse(await client.door('/tools').catch(ifMissing)).data).tools,
    judge: async ({ name, input }) => readTold(await client.door(`${thread}/judge`, { name, input })),
    call: async (call) => readTold(await client.door(`${thread}/call`, { ...call })),
    stop: ({ callId, id }) => void client.cancelCall(threadId, `${callId}/${id}`).catch(() => {}),
  }
}

const readTold = (value: unknown): ToldCall => demand(told.safeParse(value).data)

/** A server from before there was such a door has no tools for programs. */
function ifMissing(error: unknown) {
  if (faultOf(error)?.code !== 'request/not-found') throw error
  return { tools: [] }
}
