import type { ReadForeign } from '@parley/browser'

/** Undefined: the file could not be read at all. */
export function readExport(file: File): Promise<ReadForeign | undefined> {
  const worker = new Worker(new URL('./import-worker.js', import.meta.url), { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<ReadForeign | undefined>()
  // Only our own worker answers, with what `readForeign` gives.
  worker.addEventListener('message', ({ data }: MessageEvent<ReadForeign | undefined>) => resolve(data))
  worker.addEventListener('error', () => resolve(undefined))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
  worker.postMessage(file)
  return promise.finally(() => worker.terminate())
}
