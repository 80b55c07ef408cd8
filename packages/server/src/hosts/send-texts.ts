import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Texts } from '../doors/stream-response.ts'

/** Writes an answer to a Node socket as it comes. A reader that is slower than the model holds the model up; one that leaves ends it. */
export async function sendTexts(source: Texts, { status, headers }: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return await source.cancel()
  const leave = () => void source.cancel()
  outgoing.once('close', leave)
  outgoing.writeHead(status, Object.fromEntries(headers))
  for (let text = await source.next(); text !== undefined && !outgoing.destroyed; text = await source.next()) {
    if (source.over) outgoing.end(text)
    else if (!outgoing.write(text)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
  }
  outgoing.off('close', leave)
  outgoing.end()
}
