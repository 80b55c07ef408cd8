import { type ChatRequest, isJsonObject, type StreamEvent } from '@parley/dialects'
import type { WireFormat } from '@parley/dialects/wire'
import type { Handler } from 'hono'
import type { Door } from '../door.ts'
import { demandEnd } from '../doors/cut-off.ts'
import { readBody } from '../doors/read-body.ts'
import { streamResponse } from '../doors/stream-response.ts'
import { faultResponse, toFault } from '../http-fault.ts'
import type { Leaving } from '../safety/streams.ts'

export interface GatewayOptions {
  readonly format: WireFormat
  /** What the vendor's ids begin with. */
  readonly idPrefix: string
  /** Whether a stream tells the usage. Absent: always. */
  readonly tellsUsage?: (body: unknown) => boolean
}

/** A vendor's own door: its request in, its stream or answer or error out, and the same staircase behind it. */
export function gatewayRoute(door: Door, options: GatewayOptions): Handler {
  const { format } = options
  return async (context) => {
    try {
      const body = await readBody(context.req.raw, door.limits)
      const request = format.readRequest(body)
      return await answer(door, { ...options, body, request, client: context.req.raw, leaving: door.leaving(context) })
    } catch (error) {
      door.metrics.fault(toFault(error), error)
      return faultResponse(toFault(error), (fault) => format.writeFault(fault))
    }
  }
}

interface Asked extends GatewayOptions {
  readonly body: unknown
  readonly request: ChatRequest
  readonly client: Request
  readonly leaving: Leaving
}

async function answer(door: Door, { format, idPrefix, tellsUsage, body, request, client, leaving }: Asked): Promise<Response> {
  const context = { id: `${idPrefix}${door.newId()}`, model: request.model, created: Math.floor(door.now() / 1000) }
  const stream = door.streams.begin(leaving)
  try {
    const dialect = client.headers.get('x-parley-dialect')
    const { events, ignored } = await door.answer(request, {
      signal: stream.signal,
      stranger: true,
      ...(dialect !== null && { dialect }),
    })
    const headers = ignored.length > 0 ? { 'x-parley-ignored': ignored.map(asciiOnly).join(', ') } : {}
    if (isJsonObject(body) && body['stream'] === true) {
      const writer = format.createWriter(context)
      const quiet = tellsUsage?.(body) === false
      return streamResponse(events, {
        write: (batch) => writer.push(quiet ? batch.map(withoutUsage) : batch),
        onEnd: stream.end,
        stopping: door.streams.stopping,
        ownSocket: door.ownSocket,
        headers,
      })
    }
    const all: StreamEvent[] = []
    for await (const batch of events) all.push(...batch)
    demandEnd(all, door.streams.stopping)
    stream.end()
    return Response.json(format.writeAnswer(all, context), { headers })
  } catch (error) {
    stream.end()
    throw error
  }
}

/** A field may have any name, a header may not. */
function asciiOnly(field: string): string {
  return field.replace(/[^\w.-]/g, '?').slice(0, 100)
}

function withoutUsage(event: StreamEvent): StreamEvent {
  return event.type === 'message-end' ? { type: 'message-end', reason: event.reason } : event
}
