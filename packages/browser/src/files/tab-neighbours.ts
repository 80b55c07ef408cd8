import type { Neighbours } from './change-feed.ts'

// A thousand writes in a row wake the others twenty times a second, not a thousand times.
const PAUSE_MS = 50

/** Other tabs of this origin on the same database. The channel opens with the first word said or awaited. */
export function createTabNeighbours(name: string): Neighbours {
  let opened: BroadcastChannel | undefined
  let latest: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const channel = () => {
    opened ??= new BroadcastChannel(name)
    return opened
  }
  const send = (sequence: number) => {
    latest = undefined
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel().postMessage(sequence)
  }
  const pause = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (latest === undefined) return
      send(latest)
      pause()
    }, PAUSE_MS)
  }
  return {
    tell(sequence) {
      latest = sequence
      if (timer !== undefined) return
      send(sequence)
      pause()
    },
    listen(onNews) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number' && Number.isSafeInteger(data)) onNews(data)
      }
      // A tab that slept, or whose neighbour died before it could speak, looks for itself when it is seen again.
      const onVisible = () => {
        if (document.visibilityState === 'visible') onNews(Number.MAX_SAFE_INTEGER)
      }
      channel().addEventListener('message', onMessage)
      globalThis.document?.addEventListener('visibilitychange', onVisible)
      return () => {
        opened?.removeEventListener('message', onMessage)
        globalThis.document?.removeEventListener('visibilitychange', onVisible)
      }
    },
    close() {
      clearTimeout(timer)
      if (latest !== undefined) send(latest)
      opened?.close()
    },
  }
}
