import { type Frame, type NoFrame, openFrame } from './frame.ts'
import { pingFrame } from './ping-frame.ts'
import { choosePlace, type Documents, type Place } from './place.ts'
import { createSpareFrame, type SpareFrame } from './spare-frame.ts'

const BOOT_MS = 10_000
const PULSE_MS = 500

/** The frames of this tab: one spare, those of sessions, and which of them somebody uses. */
export class FrameShelf {
  readonly sessions = new Map<string, Frame>()
  readonly spare: SpareFrame
  inUse: Frame | undefined
  /** Known once the first frame was wanted. */
  place: Place | undefined
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
    this.spare = createSpareFrame((giveUp) => this.open(BOOT_MS, giveUp))
  }

  /** Whether frames hold each other up, as far as is known. */
  get isCrowded(): boolean {
    return this.place?.separate !== true
  }

  async open(limitMs: number, giveUp: AbortSignal): Promise<Frame | NoFrame> {
    const chosen = this.place ?? (await choosePlace(this.#documents, giveUp))
    if (typeof chosen === 'string') return chosen
    this.place = chosen
    return await openFrame(chosen.url, limitMs, giveUp)
  }

  /** A sign of life, where a frame can be held up by another one. */
  async isAlive(frame: Frame): Promise<boolean> {
    return !this.isCrowded || (await pingFrame(frame, PULSE_MS))
  }

  /** Gives up what nobody uses and what does not answer. Asked only while no program runs that may be silent because it computes. */
  readonly dropIdle = async (): Promise<void> => {
    this.spare.discard()
    const idle = [...this.sessions].filter(([, frame]) => frame !== this.inUse)
    const alive = await Promise.all(idle.map(([, frame]) => this.isAlive(frame)))
    if (alive.includes(false)) for (const [name] of idle) this.forget(name)
  }

  forget(session: string): void {
    this.sessions.get(session)?.remove()
    this.sessions.delete(session)
  }

  dropAll(): void {
    for (const name of this.sessions.keys()) this.forget(name)
    this.spare.discard()
  }
}
