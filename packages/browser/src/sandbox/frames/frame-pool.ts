import { FaultError } from '@parley/dialects'
import { type Frame, type NoFrame, openFrame } from './frame.ts'
import { meetNeighbours, type Neighbours } from './neighbours.ts'
import { pingFrame } from './ping-frame.ts'
import { choosePlace, type Documents, type Place } from './place.ts'
import { createSpareFrame } from './spare-frame.ts'
import { watchPulse } from './watch-pulse.ts'

/** Frames of one site share a process, those of other tabs too: while one computes the others are dumb, and only removing all of them ends it. */
export interface FramePool {
  /** Runs `work` while nobody else's program can hold its frame up. */
  alone(work: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** A frame nobody has used, or the session's own. Throws a fault when there is none to be had. */
  take(session: string | undefined): Promise<Frame>
  /** Gives a frame back after a program that ended by itself. What it left running is ended too. */
  release(frame: Frame, session: string | undefined): Promise<void>
  /** Ends a program that did not: removes its frame, and every other one that its process holds down. */
  kill(frame: Frame): Promise<void>
  /** Calls back when the frame's process has died. Returns how to stop watching. */
  watchForDeath(frame: Frame, onDead: () => void): () => void
  warmUp(): Promise<void>
  endSession(name: string): void
  close(): void
}

/** The second attempt starts in a new process, after everything in the old one was removed. */
const FIRST_BOOT_MS = 2_500
const SECOND_BOOT_MS = 10_000
const PULSE_MS = 500
/** A spare has had time to start already. */
const SPARE_MS = 1_500
const LINGER_MS = 3_000
const never = new AbortController().signal

export function createFramePool(documents: Documents): FramePool {
  const sessions = new Map<string, Frame>()
  const spare = createSpareFrame((giveUp) => openInPlace(SECOND_BOOT_MS, giveUp))
  const closed = new AbortController()
  let place: Place | undefined
  let met: Neighbours | undefined
  let inUse: Frame | undefined

  /** Met when the first frame is wanted: a sandbox that runs nothing listens to nobody. */
  const neighbours = (): Neighbours => (met ??= meet())

  function meet(): Neighbours {
    const heard = { signal: closed.signal }
    // A page that is left, or put to sleep, can no longer be asked to let go.
    document.addEventListener('freeze', spare.discard, heard)
    addEventListener(
      'pagehide',
      () => {
        spare.discard()
        if (inUse !== undefined) met?.leave()
      },
      heard,
    )
    return meetNeighbours(dropIdle)
  }

  async function openInPlace(limitMs: number, giveUp: AbortSignal): Promise<Frame | NoFrame> {
    const chosen = place ?? (await choosePlace(documents, giveUp))
    if (typeof chosen === 'string') return chosen
    place = chosen
    return await openFrame(chosen.url, limitMs, giveUp)
  }

  /** Asked only while no program runs that may be silent because it computes. */
  async function dropIdle(): Promise<void> {
    spare.discard()
    if (place?.separate !== false) return
    const idle = [...sessions].filter(([, frame]) => frame !== inUse)
    if (!(await isSilent(idle.map(([, frame]) => frame)))) return
    for (const [name, frame] of idle) {
      frame.remove()
      sessions.delete(name)
    }
  }

  /** Here and in the other tabs, so that a process that is held down ends. */
  async function clear(): Promise<void> {
    if (place?.separate === true) spare.discard()
    else await Promise.all([dropIdle(), neighbours().clear()])
  }

  async function takeSpare(): Promise<Frame | undefined> {
    const frame = await spare.take(place === undefined ? SECOND_BOOT_MS : SPARE_MS)
    if (frame === undefined || frame === 'unlocked') return undefined
    if (frame !== 'silent' && (place?.separate === true || (await pingFrame(frame, PULSE_MS)))) return frame
    if (frame !== 'silent') frame.remove()
    await clear()
    return undefined
  }

  async function open(): Promise<Frame> {
    const ready = (await takeSpare()) ?? (await openInPlace(FIRST_BOOT_MS, never))
    if (typeof ready === 'object') return ready
    await clear()
    // A process in which a world waits to say goodbye lingers for a while, and takes every new frame in.
    if (ready === 'silent') await pause(LINGER_MS)
    const second = ready === 'silent' ? await openInPlace(SECOND_BOOT_MS, never) : ready
    if (typeof second === 'object') return second
    throw noSandbox(place?.url ?? documents.documentUrl, second)
  }

  const prepareSpare = (): void => {
    if (!closed.signal.aborted) void spare.prepare()
  }

  async function kill(frame: Frame): Promise<void> {
    for (const [name, kept] of sessions) if (kept === frame) sessions.delete(name)
    frame.remove()
    await clear()
    inUse = undefined
    prepareSpare()
  }

  return {
    kill,
    alone: (work, signal) => (place?.separate === true ? work() : neighbours().alone(work, signal)),
    async take(session) {
      const kept = session === undefined ? undefined : sessions.get(session)
      const good = kept !== undefined && !kept.isBroken()
      if (!good) kept?.remove()
      inUse = good ? kept : await open()
      if (session !== undefined) sessions.set(session, inUse)
      return inUse
    },
    async release(frame, session) {
      if (session !== undefined) inUse = undefined
      // What it left behind, a timer with a loop in it, must not be in the way of whoever comes next.
      else if (place?.separate === true || (await pingFrame(frame, PULSE_MS))) {
        frame.remove()
        inUse = undefined
      } else return await kill(frame)
      prepareSpare()
    },
    watchForDeath: (frame, onDead) => (place?.separate === false ? watchPulse(frame, place.url, onDead) : () => undefined),
    async warmUp() {
      neighbours()
      await spare.prepare()
    },
    endSession(name) {
      sessions.get(name)?.remove()
      sessions.delete(name)
    },
    close() {
      closed.abort()
      for (const frame of sessions.values()) frame.remove()
      sessions.clear()
      spare.discard()
      met?.close()
    },
  }
}

async function isSilent(frames: Iterable<Frame>): Promise<boolean> {
  const answers = await Promise.all(Array.from(frames, (frame) => pingFrame(frame, PULSE_MS)))
  return answers.includes(false)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function noSandbox(url: string, why: NoFrame): FaultError {
  const message =
    why === 'unlocked'
      ? `The sandbox document at ${url} was served without its headers, so nothing was run in it. Serve it as docs/embedding-the-sandbox.md says.`
      : `The sandbox document at ${url} did not answer. Check that it is served and that this page may frame it; docs/embedding-the-sandbox.md says how.`
  return new FaultError({ code: 'sandbox/unsupported', message, retryable: why === 'silent' })
}
