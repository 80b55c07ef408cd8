/** The other tabs of this origin. Their locked documents live in one process with ours, and only together can they end it. */
export interface Neighbours {
  /** Runs `work` while no program of another tab runs: two that share a process would hold each other up. */
  alone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  /** Asks them to give up what nobody uses, and waits until they have. A tab that is frozen is not waited for long. */
  clear(): Promise<void>
  /** As `clear`, for a page that has no time left to wait. */
  leave(): void
  close(): void
}

interface Call {
  readonly type: 'clear' | 'cleared'
  readonly id: string
}

const TURN = 'parley:sandbox-turn'
const TAB = 'parley:sandbox-tab'
const ANSWER_MS = 1_500

/** `giveUp` removes every frame that nobody uses. */
export function meetNeighbours(giveUp: () => Promise<void>): Neighbours {
  // Absent in a page that is not served securely, where nobody can tell the tabs apart.
  const locks: LockManager | undefined = globalThis.navigator.locks
  const channel = new BroadcastChannel('parley:sandbox')
  const closed = new AbortController()
  const tell = (call: Call): void => {
    if (!closed.signal.aborted) channel.postMessage(call)
  }
  const untilClosed = new Promise<void>((resolve) => closed.signal.addEventListener('abort', () => resolve()))
  const there = locks?.request(TAB, { mode: 'shared', signal: closed.signal }, () => untilClosed)
  there?.catch(() => undefined)
  channel.addEventListener('message', ({ data }: MessageEvent<Call>) => {
    if (data.type === 'clear') void giveUp().then(() => tell({ type: 'cleared', id: data.id }))
  })
  return {
    alone: (work, signal) => (locks === undefined ? work() : locks.request(TURN, { signal }, work)),
    async clear() {
      if (locks === undefined) return tell({ type: 'clear', id: '' })
      const others = await countOthers(locks)
      if (others > 0) await answersTo(channel, tell, others)
    },
    leave: () => tell({ type: 'clear', id: '' }),
    close() {
      closed.abort()
      channel.close()
    },
  }
}

async function countOthers(locks: LockManager): Promise<number> {
  const { held = [] } = await locks.query()
  return held.filter((lock) => lock.name === TAB).length - 1
}

function answersTo(channel: BroadcastChannel, tell: (call: Call) => void, expected: number): Promise<void> {
  const id = crypto.randomUUID()
  const heard = new AbortController()
  return new Promise<void>((resolve) => {
    let answers = 0
    setTimeout(resolve, ANSWER_MS)
    channel.addEventListener(
      'message',
      ({ data }: MessageEvent<Call>) => {
        if (data.type === 'cleared' && data.id === id) answers += 1
        if (answers >= expected) resolve()
      },
      { signal: heard.signal },
    )
    tell({ type: 'clear', id })
  }).finally(() => heard.abort())
}
