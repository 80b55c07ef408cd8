import { type Frame, type NoFrame, openFrame } from './frame.ts'
import { pingFrame } from './ping-frame.ts'

/** What this browser does with locked documents. */
export interface Isolation {
  /** They run beside the page: while one computes, the page goes on. */
  readonly fromPage: boolean
  /** They run beside each other. Where they do not, ending one means ending all. */
  readonly fromEachOther: boolean
}

const SPIN_MS = 250
const BOOT_LIMIT_MS = 10_000
/** A busy machine stands still by itself now and then, and was seen to do so three times in a row: programs then had no document to draw in. */
const ROUNDS = 8

/** Lets one frame compute for a moment and looks who notices. */
export async function measureIsolation(documentUrl: string, giveUp: AbortSignal): Promise<Isolation | NoFrame> {
  const open = () => openFrame(documentUrl, BOOT_LIMIT_MS, giveUp)
  const [busy, idle] = await Promise.all([open(), open()])
  try {
    if (typeof busy === 'string') return busy
    if (typeof idle === 'string') return idle
    let fromPage = false
    let fromEachOther = false
    for (let round = 0; round < ROUNDS && !fromPage; round += 1) {
      const answer = pingWhileBusy(busy, idle)
      fromPage = (await longestStall(SPIN_MS + 50)) < SPIN_MS * 0.8
      fromEachOther = await answer
    }
    return { fromPage, fromEachOther }
  } finally {
    for (const frame of [busy, idle]) if (typeof frame === 'object') frame.remove()
  }
}

async function pingWhileBusy(busy: Frame, idle: Frame): Promise<boolean> {
  const started = performance.now()
  busy.send({ type: 'spin', forMs: SPIN_MS })
  return (await pingFrame(idle, SPIN_MS * 4)) && performance.now() - started < SPIN_MS * 0.6
}

/** Measured with messages, not timers: those stand still for a second in a page that is not shown. */
function longestStall(forMs: number): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const started = performance.now()
    let last = started
    let longest = 0
    port1.addEventListener('message', () => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (now - started < forMs) return port2.postMessage(null)
      port1.close()
      resolve(longest)
    })
    port1.start()
    port2.postMessage(null)
  })
}
