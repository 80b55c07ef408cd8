import { type Frame, openFrame } from './frame.ts'
import { pingFrame } from './ping-frame.ts'

const FIRST_LOOK_MS = 1_000
const PING_MS = 300
const PROBE_MS = 1_500

/**
 * Notices that a frame's process has died, which no event tells. A frame that computes is as silent as a dead one, but
 * it keeps its process busy: another frame of the same site can start only where the process is new. Returns how to
 * stop, which must come before the frame is removed: a probe would keep its process alive.
 */
export function watchPulse(frame: Frame, documentUrl: string, onDead: () => void): () => void {
  const over = new AbortController()
  let pause = FIRST_LOOK_MS
  let timer = setTimeout(look, pause)

  async function look(): Promise<void> {
    const dead = await isDead(frame, documentUrl, over.signal)
    if (over.signal.aborted) return
    if (dead) return onDead()
    pause = Math.min(pause * 2, 30_000)
    timer = setTimeout(look, pause)
  }

  return () => {
    over.abort()
    clearTimeout(timer)
  }
}

async function isDead(frame: Frame, documentUrl: string, signal: AbortSignal): Promise<boolean> {
  if (await pingFrame(frame, PING_MS)) return false
  if (signal.aborted) return false
  let heard = false
  const stopListening = frame.onMessage(() => {
    heard = true
  })
  const probe = await openFrame(documentUrl, PROBE_MS, signal)
  if (typeof probe === 'object') probe.remove()
  stopListening()
  return typeof probe === 'object' && !heard
}
