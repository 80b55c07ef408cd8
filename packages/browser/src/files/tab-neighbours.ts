import type { Neighbours } from './change-feed.ts'

// A thousand writes in a row wake the others fifty times a second, not a thousand times.
const PAUSE_MS = 20

/** Other tabs of this origin on the same database. */
export function createTabNeighbours(name: string): Neighbours {
  const channel = new BroadcastChannel(name)
  let latest: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (sequence: number) => {
    latest = undefined
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage(sequence)
    timer = setTimeout(() => {
      timer = undefined
      if (latest !== undefined) send(latest)
    }, PAUSE_MS)
  }
  return {
    tell(sequence) {
      if (timer === undefined) send(sequence)
      else latest = sequence
    },
    listen(onNews) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number' && Number.isSafeInteger(data)) onNews(data)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close() {
      clearTimeout(timer)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      if (latest !== undefined) channel.postMessage(latest)
      channel.close()
    },
  }
}
