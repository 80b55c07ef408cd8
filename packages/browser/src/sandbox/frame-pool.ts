import { FaultError } from '@parley/dialects'
import { type Frame, type NoFrame, openFrame } from './frame.ts'
import { pingFrame } from './ping-frame.ts'
import { choosePlace, type Documents, type Place } from './place.ts'
import { createSpareFrame } from './spare-frame.ts'
import { watchPulse } from './watch-pulse.ts'

/** Frames of one site share a process: while one computes the others are dumb, and only removing all of them ends it. */
export interface FramePool {
  /** A frame nobody has used, or the session's own. Throws a fault when there is none to be had. */
  take(session: string | undefined): Promise<Frame>
  /** Gives a frame back after a program that ended by itself. */
  release(frame: Frame, session: string | undefined): void
  /** Ends a program that did not: removes its frame, and every other one that its process holds down. */
  kill(frame: Frame): Promise<void>
  /** Calls back when the frame's process has died. Returns how to stop watching. */
  watchForDeath(frame: Frame, onDead: () => void): () => void
  warmUp(): Promise<void>
  endSession(name: string): void
  removeAll(): void
}

/** The second attempt starts in a new process, after everything in the old one was removed. */
const FIRST_BOOT_MS = 4_000
const SECOND_BOOT_MS = 10_000
const PULSE_MS = 500

export function createFramePool(documents: Documents): FramePool {
  const sessions = new Map<string, Frame>()
  const spare = createSpareFrame(() => openInPlace(SECOND_BOOT_MS))
  let place: Place | undefined

  async function openInPlace(limitMs: number): Promise<Frame | NoFrame> {
    const chosen = place ?? (await choosePlace(documents))
    if (typeof chosen === 'string') return chosen
    place = chosen
    return await openFrame(chosen.url, limitMs)
  }

  function removeAll(): void {
    for (const frame of sessions.values()) frame.remove()
    sessions.clear()
    spare.discard()
  }

  async function open(): Promise<Frame> {
    const ready = (await spare.take()) ?? (await openInPlace(FIRST_BOOT_MS))
    if (typeof ready === 'object') return ready
    removeAll()
    const second = ready === 'silent' ? await openInPlace(SECOND_BOOT_MS) : ready
    if (typeof second === 'object') return second
    throw noSandbox(place?.url ?? documents.documentUrl, second)
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
      void spare.prepare()
    },
    async kill(frame) {
      for (const [name, kept] of sessions) if (kept === frame) sessions.delete(name)
      frame.remove()
      spare.discard()
      if (place?.separate === false && (await isSilent(sessions.values()))) removeAll()
      void spare.prepare()
    },
    watchForDeath: (frame, onDead) => (place?.separate === false ? watchPulse(frame, place.url, onDead) : () => undefined),
    async warmUp() {
      await spare.prepare()
    },
    endSession(name) {
      sessions.get(name)?.remove()
      sessions.delete(name)
    },
  }
}

async function isSilent(frames: Iterable<Frame>): Promise<boolean> {
  const answers = await Promise.all(Array.from(frames, (frame) => pingFrame(frame, PULSE_MS)))
  return answers.includes(false)
}

function noSandbox(url: string, why: NoFrame): FaultError {
  const message =
    why === 'unlocked'
      ? `The sandbox document at ${url} was served without its headers, so nothing was run in it. Serve it as docs/embedding-the-sandbox.md says.`
      : `The sandbox document at ${url} did not answer. Check that it is served and that this page may frame it; docs/embedding-the-sandbox.md says how.`
  return new FaultError({ code: 'sandbox/unsupported', message, retryable: why === 'silent' })
}
