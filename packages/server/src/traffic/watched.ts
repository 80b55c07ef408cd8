import { isJsonObject } from '@parley/dialects'
import type { Context } from 'hono'
import { statusFor, toFault } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import type { SeenRequest } from './traffic-entry.ts'

/** Answers at a door of our own, and has it seen as one at the gateway is. */
export async function watched(
  server: ServerContext,
  { context, body }: { readonly context: Context; readonly body: unknown },
  answer: (seen: SeenRequest | undefined) => Promise<Response>,
): Promise<Response> {
  const isSeen = !isOfPage(context.req.raw) && !isForThread(body)
  const seen = isSeen ? server.traffic?.begin(context.req.raw, server.askerOf(context)) : undefined
  seen?.body(body)
  try {
    const response = await answer(seen)
    seen?.status(response.status)
    return response
  } catch (error) {
    const fault = toFault(error)
    seen?.refused(fault, statusFor(fault))
    throw error
  }
}

/** The inspector has the conversations of our own page; among what others ask they would be all there is. What it sends again for somebody else is theirs. */
function isOfPage({ headers }: Request): boolean {
  return headers.get('sec-fetch-site') === 'same-origin' && !headers.has('x-parley-replay')
}

/** What a thread is asked is kept in the thread, and its steps go on when this request is over. */
function isForThread(body: unknown): boolean {
  const config = isJsonObject(body) ? body['config'] : undefined
  return isJsonObject(config) && config['mode'] === 'agent'
}
