import type { IncomingMessage } from 'node:http'
import type { ByteReader } from '../providers/provider.ts'

type Piece = Awaited<ReturnType<ByteReader['read']>>

/** How much may wait in memory before the other side is asked to pause. */
const HIGH_WATER = 64 * 1024
const END: Piece = { done: true }

/** Reads a message as it comes. What came while nobody was reading is handed over in one piece. */
export function createByteReader(incoming: IncomingMessage): ByteReader {
  let queue: Uint8Array[] = []
  let queued = 0
  let outcome: Piece | Error | undefined
  let waiting: { resolve: (piece: Piece) => void; reject: (error: Error) => void } | undefined
  const settle = (ending: Piece | Error) => {
    outcome ??= ending
    if (outcome instanceof Error) waiting?.reject(outcome)
    else waiting?.resolve(outcome)
    waiting = undefined
  }
  incoming.on('data', (data: Buffer) => {
    if (waiting) {
      waiting.resolve({ done: false, value: data })
      waiting = undefined
      return
    }
    queue.push(data)
    queued += data.byteLength
    if (queued > HIGH_WATER) incoming.pause()
  })
  incoming.on('end', () => settle(END))
  incoming.on('error', (cause) => settle(new TypeError('The connection broke.', { cause })))
  incoming.on('close', () => {
    if (outcome === undefined) settle(new TypeError('The connection was closed.'))
  })
  return {
    read() {
      if (queued > 0) {
        const value = queue.length === 1 && queue[0] ? queue[0] : Buffer.concat(queue)
        queue = []
        queued = 0
        if (incoming.isPaused()) incoming.resume()
        return Promise.resolve({ done: false, value })
      }
      if (outcome instanceof Error) return Promise.reject(outcome)
      if (outcome) return Promise.resolve(outcome)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
    async cancel() {
      incoming.destroy()
    },
  }
}
