import { type Frame, openFrame } from './frame.ts'
import { pingFrame } from './ping-frame.ts'

const FIRST_LOOK_MS = 1_000
const PING_MS = 300
const PROBE_MS = 1_500

/**
 * Notices that a frame's process has died, which no event tells. A frame that computes is as silent as a dead one, but
 * it keeps its process busy: another frame of the same site can start only where the process is new.
 */
export function watchPulse(frame: Frame, documentUrl: string, onDead: () => void): () => void {
  let over = false
  let timer = setTimeout(look, FIRST_LOOK_MS)
  let pause = FIRST_LOOK_MS

  function look(): void {
    void isDead(frame, documentUrl).then((dead) => {
      if (over) return
      if (dead) return onDead()
      pause = Math.min(pause * 2, 30_000)
      timer = setTimeout(look, pause)
    })
  }

  return () => {
    over = true
    clearTimeout(timer)
  }
}

async function isDead(frame: Frame, documentUrl: string): Promise<boolean> {
  if (await pingFrame(frame, PING_MS)) return false
  let heard = false
  const stopListening = frame.onMessage(() => {
    heard = true
  })
  const probe = await openFrame(documentUrl, PROBE_MS)
  const answers = typeof probe === 'object' && (await pingFrame(probe, PING_MS))
  if (typeof probe === 'object') probe.remove()
  stopListening()
  return answers && !heard
}
