import { FaultError, faultOf } from '@parley/dialects'
import type { Context } from 'hono'
import { checked } from '../../http/chat-request-schema.ts'
import { readBody } from '../../http/read-body.ts'
import { streamResponse } from '../../http/stream-response.ts'
import { refusal } from '../../http-fault.ts'
import { demandContent } from '../../tools/question.ts'
import { type CallEvent, type CallToMake, findShownTool, runCall } from '../calls.ts'
import type { Mcp } from '../mcp.ts'
import { MOST_FOR_PAGE } from '../tools/to-parts.ts'
import { say } from '../words.ts'
import { answerBody, callBody } from './mcp-bodies.ts'

/** Ids are their owner's: nobody hears or stops the call of another. */
const keyOf = (mcp: Mcp, context: Context, callId: string) => `${mcp.server.ownerOf(context.req.raw)}\0${callId}`

/** `POST /api/mcp/call`: runs a call and tells of it. The same id again listens, and runs nothing. */
export async function callDoor(mcp: Mcp, context: Context): Promise<Response> {
  const { callId, name, input, fingerprint } = checked(callBody, await readBody(context.req.raw, mcp.server.limits))
  const key = keyOf(mcp, context, callId)
  if (!mcp.calls.has(key)) await mcp.calls.opening(key, () => begin(mcp, key, { name, input, fingerprint }))
  return listenTo(mcp, context, key)
}

/** The definition is compared before anything is told, so that a change is a status and not an event. */
async function begin(mcp: Mcp, key: string, wanted: Pick<CallToMake, 'name' | 'input' | 'fingerprint'>): Promise<void> {
  const connection = mcp.connection(wanted.name.split('__')[0] ?? '')
  await new Promise<void>((resolve, reject) => {
    connection
      .use(async (session) => {
        const tool = await findShownTool(session, wanted)
        await new Promise<void>((over) => {
          mcp.calls.begin(key, async (signal, tell) => {
            const result = await runCall(
              session,
              tool,
              { ...wanted, connection, signal, ...tell, most: MOST_FOR_PAGE },
              mcp.config,
            )
            over()
            return result
          })
          resolve()
        })
      })
      .catch((error: unknown) => reject(faultOf(error) ? error : unreachable(error, connection.mask)))
  })
}

function unreachable(error: unknown, mask: (text: string) => string): FaultError {
  const why = mask(error instanceof Error ? error.message.slice(0, 500) : '')
  return new FaultError({ code: 'provider/unavailable', ...say('mcp.start-failed', { why }), retryable: false }, { cause: error })
}

/** `GET /api/mcp/calls/:id`: what becomes of a call that was begun. */
export function listenDoor(mcp: Mcp, context: Context, callId: string): Response {
  return listenTo(mcp, context, keyOf(mcp, context, callId), callId)
}

/** `DELETE /api/mcp/calls/:id`: asks the server to stop it. How it ended is told to who listens. */
export function stopDoor(mcp: Mcp, context: Context, callId: string): Response {
  if (!mcp.calls.stop(keyOf(mcp, context, callId))) throw refusal('request/not-found', say('mcp.no-call', { call: callId }))
  return new Response(null, { status: 204 })
}

/** `POST /api/mcp/calls/:id/answer`: what the person says to what a call asks. */
export async function answerDoor(mcp: Mcp, context: Context, callId: string): Promise<Response> {
  const { asks, action, content = {} } = checked(answerBody, await readBody(context.req.raw, mcp.server.limits))
  const key = keyOf(mcp, context, callId)
  const open = mcp.calls.questionOf(key)
  if (open?.asks !== asks) throw refusal('request/conflict', say('mcp.not-asked', { call: callId }))
  if (action === 'accept') demandContent(JSON.parse(JSON.stringify(open.question)), content)
  const response = { action, ...(action === 'accept' && open.question.mode === 'form' && { content }) }
  if (!mcp.calls.answer(key, asks, response)) throw refusal('request/conflict', say('mcp.not-asked', { call: callId }))
  return new Response(null, { status: 204 })
}

function listenTo({ server, calls }: Mcp, context: Context, key: string, callId = ''): Response {
  if (!calls.has(key)) throw refusal('request/not-found', say('mcp.no-call', { call: callId }))
  const { signal, end } = server.streams.begin(server.leaving(context))
  return streamResponse<CallEvent>(calls.listen(key, signal), {
    write: (events) => `data: ${JSON.stringify(events)}\n\n`,
    onEnd: end,
    stopping: server.streams.stopping,
    ownSocket: server.ownSocket,
    beatMs: server.limits.beatMs,
  })
}
