import type { ServerResponse } from 'node:http'
import { startBeats, type Texts } from '../http/stream-response.ts'

/** Writes an answer to a Node socket as it comes. A reader that is slower than the model holds the model up; one that leaves ends it. */
export async function sendTexts(source: Texts, { status, headers }: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return await source.cancel()
  const leave = () => void source.cancel()
  outgoing.once('close', leave)
  outgoing.writeHead(status, Object.fromEntries(headers))
  // The head goes out together with the first words.
  outgoing.socket?.cork()
  outgoing.flushHeaders()
  let full = false
  const beats = startBeats(source.beatMs, (beat) => {
    // Who does not read needs no beat.
    if (full || outgoing.destroyed) return
    sendPiece(outgoing, beat)
    outgoing.socket?.uncork()
  })
  for (let text = await source.next(); text !== undefined && !outgoing.destroyed; text = await source.next()) {
    // The last words and the end of the body go out together.
    if (source.over) outgoing.socket?.cork()
    const ready = sendPiece(outgoing, text)
    outgoing.socket?.uncork()
    beats.spoke()
    if (source.over) break
    if (ready) continue
    full = true
    await drained(outgoing)
    full = false
  }
  beats.stop()
  outgoing.off('close', leave)
  outgoing.end()
  if (!source.over) await source.cancel()
}

/**
 * One piece as one chunk of the body, in one write: Node makes four of it, which costs more than all the rest of the piece's
 * way (docs/decisions/0100). Not for clients too old for chunks.
 *
 *     1a\r\n
 *     data: {"type":"start"}\n\n\r\n
 */
function sendPiece(outgoing: ServerResponse, text: string): boolean {
  const { socket } = outgoing
  if (!socket || !outgoing.chunkedEncoding) return outgoing.write(text)
  const length = Buffer.byteLength(text)
  return socket.write(`${length.toString(16)}\r\n${text}\r\n`, length === text.length ? 'latin1' : 'utf8')
}

/** Until the socket has taken what it was given, or will take nothing any more. */
function drained(outgoing: ServerResponse): Promise<void> {
  const { socket } = outgoing
  return new Promise((resolve) => {
    const done = () => {
      socket?.off('drain', done)
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    socket?.once('drain', done)
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })
}
