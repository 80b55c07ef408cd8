import type { IncomingMessage } from 'node:http'
import type { ByteReader } from '../providers/provider.ts'

/** How much may wait in memory before the other side is asked to pause. */
const HIGH_WATER = 64 * 1024

/**
 * Reads a message as it comes. One read of the socket may bring many chunks of the body, each as an event of its own; they are
 * handed over in one piece, because whoever waits is woken only after the last of them.
 */
export function createByteReader(incoming: IncomingMessage): ByteReader {
  let queue: Uint8Array[] = []
  let queued = 0
  let outcome: 'ended' | Error | undefined
  let wake: (() => void) | undefined
  const settle = (ending: 'ended' | Error) => {
    outcome ??= ending
    wake?.()
  }
  incoming.on('data', (data: Buffer) => {
    queue.push(data)
    queued += data.byteLength
    wake?.()
    if (queued > HIGH_WATER) incoming.pause()
  })
  incoming.on('end', () => settle('ended'))
  incoming.on('error', (cause) => settle(cause.name === 'AbortError' ? cause : new TypeError('The connection broke.', { cause })))
  incoming.on('close', () => {
    if (outcome === undefined) settle(new TypeError('The connection was closed.'))
  })
  const take = () => {
    const value = queue.length === 1 && queue[0] ? queue[0] : Buffer.concat(queue)
    queue = []
    queued = 0
    if (incoming.isPaused()) incoming.resume()
    return { done: false, value }
  }
  return {
    async read() {
      if (queued === 0 && outcome === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
      }
      if (queued > 0) return take()
      if (outcome instanceof Error) throw outcome
      return { done: true }
    },
    async cancel() {
      incoming.destroy()
    },
  }
}
