import type { Frame, NoFrame } from './frame.ts'

/** One frame kept ready, so that a call starts at once. */
export interface SpareFrame {
  /** Starts one if there is none. Never rejects: the one who needs a frame is told. */
  prepare(): Promise<Frame | NoFrame>
  /** The frame, which is not the spare any more. Undefined: there was none. `silent`: it did not come in time, and never will. */
  take(limitMs: number): Promise<Frame | NoFrame | undefined>
  /** Removes it, also one that is still on its way. */
  discard(): void
}

interface Prepared {
  readonly frame: Promise<Frame | NoFrame>
  readonly giveUp: AbortController
}

export function createSpareFrame(open: (giveUp: AbortSignal) => Promise<Frame | NoFrame>): SpareFrame {
  let spare: Prepared | undefined

  function discard(): void {
    const gone = spare
    spare = undefined
    gone?.giveUp.abort()
    void gone?.frame.then((frame) => typeof frame === 'object' && frame.remove())
  }

  return {
    discard,
    prepare() {
      if (spare === undefined) {
        const giveUp = new AbortController()
        spare = { giveUp, frame: open(giveUp.signal).catch(() => 'silent' as const) }
      }
      return spare.frame
    },
    async take(limitMs) {
      const taken = spare
      if (taken === undefined) return undefined
      const frame = await Promise.race([taken.frame, silentAfter(limitMs)])
      // Somebody asked for room in the meantime.
      if (spare !== taken) return undefined
      if (typeof frame === 'object' && !frame.isBroken()) spare = undefined
      else discard()
      return typeof frame === 'object' && frame.isBroken() ? undefined : frame
    },
  }
}

function silentAfter(ms: number): Promise<NoFrame> {
  return new Promise((resolve) => setTimeout(() => resolve('silent'), ms))
}
