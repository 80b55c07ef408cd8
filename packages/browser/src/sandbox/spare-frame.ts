import type { Frame, NoFrame } from './frame.ts'

/** One frame kept ready, so that a call starts at once. */
export interface SpareFrame {
  /** Starts one if there is none. Never rejects: the one who needs a frame is told. */
  prepare(): Promise<Frame | NoFrame>
  /** The frame, if there is a good one. It is not the spare any more. */
  take(): Promise<Frame | undefined>
  discard(): void
}

export function createSpareFrame(open: () => Promise<Frame | NoFrame>): SpareFrame {
  let spare: Promise<Frame | NoFrame> | undefined
  return {
    prepare() {
      spare ??= open().catch(() => 'silent' as const)
      return spare
    },
    async take() {
      const frame = await spare
      spare = undefined
      if (typeof frame !== 'object') return undefined
      if (!frame.isBroken()) return frame
      frame.remove()
      return undefined
    },
    discard() {
      void spare?.then((frame) => typeof frame === 'object' && frame.remove())
      spare = undefined
    },
  }
}
