import { FaultError } from '@parley/dialects'
import { say } from '../../words/sandbox.ts'
import type { Frame, NoFrame } from './frame.ts'
import { FrameShelf } from './frame-shelf.ts'
import { meetNeighbours, type Neighbours } from './neighbours.ts'
import type { Documents } from './place.ts'
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
/** A spare has had time to start already. */
const SPARE_MS = 1_500
const LINGER_MS = 3_000
const never = new AbortController().signal

export function createFramePool(documents: Documents): FramePool {
  const shelf = new FrameShelf(documents)
  const closed = new AbortController()
  let met: Neighbours | undefined
  /** Met when the first frame is wanted: a sandbox that runs nothing listens to nobody. */
  const neighbours = (): Neighbours => (met ??= meet(shelf, closed.signal))
  /** Here and in the other tabs, so that a process that is held down ends. */
  const clear = async (): Promise<void> => {
    await Promise.all([shelf.dropIdle(), shelf.isCrowded ? neighbours().clear() : undefined])
  }
  const putBack = (): void => {
    shelf.inUse = undefined
    if (!closed.signal.aborted) void shelf.spare.prepare()
  }

  async function kill(frame: Frame): Promise<void> {
    for (const [name, kept] of shelf.sessions) if (kept === frame) shelf.sessions.delete(name)
    frame.remove()
    await clear()
    putBack()
  }

  return {
    kill,
    alone: (work, signal) => (shelf.isCrowded ? neighbours().alone(work, signal) : work()),
    async take(session) {
      const kept = session === undefined ? undefined : shelf.sessions.get(session)
      if (kept?.isBroken()) kept.remove()
      const frame = kept === undefined || kept.isBroken() ? await openSurely(shelf, clear, documents.documentUrl) : kept
      if (session !== undefined) shelf.sessions.set(session, frame)
      shelf.inUse = frame
      return frame
    },
    async release(frame, session) {
      // What it left behind, a timer with a loop in it, must not be in the way of whoever comes next.
      if (session === undefined && !(await shelf.isAlive(frame))) return await kill(frame)
      if (session === undefined) frame.remove()
      putBack()
    },
    watchForDeath: (frame, onDead) =>
      shelf.place?.separate === false ? watchPulse(frame, shelf.place.url, onDead) : () => undefined,
    async warmUp() {
      neighbours()
      await shelf.spare.prepare()
    },
    endSession: (name) => shelf.forget(name),
    close() {
      closed.abort()
      shelf.dropAll()
      met?.close()
    },
  }
}

/** A page that is left, or put to sleep, can no longer be asked to let go. */
function meet(shelf: FrameShelf, closed: AbortSignal): Neighbours {
  const neighbours = meetNeighbours(shelf.dropIdle)
  const leave = (): void => {
    shelf.spare.discard()
    if (shelf.inUse !== undefined) neighbours.leave()
  }
  document.addEventListener('freeze', shelf.spare.discard, { signal: closed })
  addEventListener('pagehide', leave, { signal: closed })
  return neighbours
}

async function openSurely(shelf: FrameShelf, clear: () => Promise<void>, url: string): Promise<Frame> {
  const ready = (await takeSpare(shelf, clear)) ?? (await shelf.open(FIRST_BOOT_MS, never))
  if (typeof ready === 'object') return ready
  await clear()
  if (ready === 'unlocked') throw noSandbox(shelf.place?.url ?? url, ready)
  // A process in which a world waits to say goodbye lingers for a while, and takes every new frame in.
  await pause(LINGER_MS)
  const second = await shelf.open(SECOND_BOOT_MS, never)
  if (typeof second === 'object') return second
  throw noSandbox(shelf.place?.url ?? url, second)
}

async function takeSpare(shelf: FrameShelf, clear: () => Promise<void>): Promise<Frame | undefined> {
  const frame = await shelf.spare.take(shelf.place === undefined ? SECOND_BOOT_MS : SPARE_MS)
  if (frame === undefined || frame === 'unlocked') return undefined
  if (frame !== 'silent' && (await shelf.isAlive(frame))) return frame
  if (frame !== 'silent') frame.remove()
  await clear()
  return undefined
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function noSandbox(url: string, why: NoFrame): FaultError {
  const sentence = why === 'unlocked' ? say('sandbox.headers', { url }) : say('sandbox.silent', { url })
  return new FaultError({ code: 'sandbox/unsupported', ...sentence, retryable: why === 'silent' })
}
