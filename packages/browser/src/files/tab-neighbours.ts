import type { Neighbours } from './change-feed.ts'

/** Other tabs of this origin on the same database. */
export function createTabNeighbours(name: string): Neighbours {
  const channel = new BroadcastChannel(name)
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tell: (sequence) => channel.postMessage(sequence),
    listen(onNews) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number' && Number.isSafeInteger(data)) onNews(data)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close: () => channel.close(),
  }
}
