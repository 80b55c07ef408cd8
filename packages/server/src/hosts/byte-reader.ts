import type { IncomingMessage } from 'node:http'
import type { ByteReader } from '../providers/provider.ts'
import { ByteQueue } from './byte-queue.ts'

/** Reads a message as it comes. One read of the socket may bring many chunks of the body, each as an event of its own. */
export function createByteReader(incoming: IncomingMessage): ByteReader {
  const queue = new ByteQueue(incoming)
  incoming.on('data', (data: Buffer) => {
    if (!queue.push(data)) incoming.pause()
  })
  incoming.on('end', () => queue.settle('ended'))
  incoming.on('error', (cause) =>
    queue.settle(cause.name === 'AbortError' ? cause : new TypeError('The connection broke.', { cause })),
  )
  incoming.on('close', () => queue.settle(new TypeError('The connection was closed.')))
  return queue
}
