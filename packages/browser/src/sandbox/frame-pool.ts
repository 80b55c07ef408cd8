import { FaultError } from '@parley/dialects'
import { type Frame, type NoFrame, openFrame } from './frame.ts'

/** Frames of one site share a process: while one spins the others are dumb, and only removing all of them ends it. */
export interface FramePool {
  /** A frame nobody has used, or the session's own. Throws a fault when there is none to be had. */
  take(session: string | undefined): Promise<Frame>
  /** Gives a frame back after a program that ended by itself. */
  release(frame: Frame, session: string | undefined): void
  /** Ends a program that did not: removes its frame, and every other one that its process holds down. */
  kill(frame: Frame): Promise<void>
  warmUp(): Promise<void>
  endSession(name: string): void
  removeAll(): void
}

/** The second attempt starts in a new process, after everything in the old one was removed. */
const BOOT_LIMITS_MS = [4_000, 10_000]
const PULSE_LIMIT_MS = 500

export function createFramePool(documentUrl: string): FramePool {
  const sessions = new Map<string, Frame>()
  let spare: Promise<Frame | NoFrame> | undefined

  function removeAll(): void {
    for (const frame of sessions.values()) frame.remove()
    sessions.clear()
    discardSpare()
  }

  function discardSpare(): void {
    void spare?.then((frame) => typeof frame === 'object' && frame.remove())
    spare = undefined
  }

  async function open(): Promise<Frame> {
    let found = await (spare ?? 'silent')
    spare = undefined
    for (const limit of BOOT_LIMITS_MS) {
      if (typeof found === 'object' && !found.isBroken()) return found
      if (typeof found === 'object') found.remove()
      if (limit !== BOOT_LIMITS_MS[0]) removeAll()
      found = await openFrame(documentUrl, limit)
    }
    if (typeof found === 'object') return found
    throw noSandbox(documentUrl, found)
  }

  return {
    removeAll,
    async take(session) {
      const kept = session === undefined ? undefined : sessions.get(session)
      if (kept !== undefined && !kept.isBroken()) return kept
      kept?.remove()
      const frame = await open()
      if (session !== undefined) sessions.set(session, frame)
      return frame
    },
    release(frame, session) {
      if (session === undefined) frame.remove()
      spare ??= openFrame(documentUrl, BOOT_LIMITS_MS[1] ?? 0)
    },
    async kill(frame) {
      for (const [name, kept] of sessions) if (kept === frame) sessions.delete(name)
      frame.remove()
      discardSpare()
      const answers = await Promise.all([...sessions.values()].map(hasPulse))
      if (answers.includes(false)) removeAll()
      spare ??= openFrame(documentUrl, BOOT_LIMITS_MS[1] ?? 0)
    },
    async warmUp() {
      await (spare ??= openFrame(documentUrl, BOOT_LIMITS_MS[1] ?? 0))
    },
    endSession(name) {
      sessions.get(name)?.remove()
      sessions.delete(name)
    },
  }
}

function hasPulse(frame: Frame): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PULSE_LIMIT_MS)
    const settle = (alive: boolean): void => {
      clearTimeout(timer)
      frame.listen(undefined)
      resolve(alive)
    }
    frame.listen({ message: () => settle(true), broke: () => settle(false) })
    frame.send({ type: 'spin', forMs: 0 })
  })
}

function noSandbox(documentUrl: string, why: NoFrame | Frame): FaultError {
  const message =
    why === 'unlocked'
      ? `The sandbox document at ${documentUrl} was served without its headers, so nothing was run in it. Serve it as docs/embedding-the-sandbox.md says.`
      : `The sandbox document at ${documentUrl} did not answer. Check that it is served and that this page may frame it; docs/embedding-the-sandbox.md says how.`
  return new FaultError({ code: 'sandbox/unsupported', message, retryable: why !== 'unlocked' })
}
