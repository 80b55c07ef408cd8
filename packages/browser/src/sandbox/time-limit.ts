import type { Frame } from './frames/frame.ts'
import { pingFrame } from './frames/ping-frame.ts'

/** The time a program may take for itself. */
export interface TimeLimit {
  /** Stands still from now on, as long as the program waits for somebody else. Returns how to let it run again; several may rest at once. */
  rest(): () => void
  end(): void
}

const LOOK_MS = 1_000

/** A program that goes on computing while it waits gets no more time for that than it has left: whoever waits answers at once. */
export function createTimeLimit(limitMs: number, frame: Frame, onTimeout: () => void): TimeLimit {
  let left = limitMs
  let since = performance.now()
  let resting = 0
  let isOver = false
  let timer = setTimeout(onTimeout, left)

  async function look(): Promise<void> {
    const isWaiting = await pingFrame(frame, left)
    if (isOver || resting === 0) return
    if (isWaiting) timer = setTimeout(() => void look(), LOOK_MS)
    else onTimeout()
  }

  function goOn(): void {
    resting -= 1
    if (resting > 0 || isOver) return
    clearTimeout(timer)
    since = performance.now()
    timer = setTimeout(onTimeout, left)
  }

  return {
    rest() {
      resting += 1
      if (resting === 1 && !isOver) {
        clearTimeout(timer)
        left = Math.max(1, left - (performance.now() - since))
        timer = setTimeout(() => void look(), LOOK_MS)
      }
      return goOn
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
