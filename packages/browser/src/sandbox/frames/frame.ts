import type { FromFrame, ToFrame } from '../messages.ts'
import { readMessage } from '../read-message.ts'
import type { StopReason } from '../sandbox.ts'
import { watchFocus } from './focus-watch.ts'
import { createLockedElement, isKeptOnly, isShut } from './locked-element.ts'

/** One locked document, ready for a program. */
export interface Frame {
  send(message: ToFrame): void
  /** Hears what the frame says from now on. Returns how to stop. */
  onMessage(listener: (message: FromFrame) => void): () => void
  /** Hears, once, that the frame is of no use any more: at once when it already is. Returns how to stop. */
  onBroken(listener: (why: StopReason) => void): () => void
  isBroken(): boolean
  remove(): void
}

/** Why there is no frame: nothing answered in time, or what answered is not locked. */
export type NoFrame = 'silent' | 'unlocked'

/** A document that has loaded and says nothing for this long is not ours. */
const ANSWER_LIMIT_MS = 3_000

/** Loads the locked document and waits until its harness answers. Giving up removes it at once. `greeting` goes along with the port. */
export async function openFrame(
  documentUrl: string,
  bootLimitMs: number,
  giveUp?: AbortSignal,
  greeting = 'port',
): Promise<Frame | NoFrame> {
  const element = createElement(documentUrl, await isKeptOnly(documentUrl))
  const { port1: port, port2: theirs } = new MessageChannel()
  const ready = new Promise<FromFrame | undefined>((resolve) => {
    const timers = [setTimeout(resolve, bootLimitMs)]
    giveUp?.addEventListener('abort', () => resolve(undefined), { once: true })
    if (giveUp?.aborted) resolve(undefined)
    const hear = (event: MessageEvent): void => {
      for (const timer of timers) clearTimeout(timer)
      resolve(readMessage(event.data))
    }
    const greet = (): void => {
      if (!isShut(element)) return resolve({ type: 'ready', locked: false })
      timers.push(setTimeout(resolve, ANSWER_LIMIT_MS))
      element.contentWindow?.postMessage(greeting, '*', [theirs])
    }
    port.addEventListener('message', hear, { once: true })
    element.addEventListener('load', greet, { once: true })
  })
  port.start()
  const shell = attach(element)
  const answer = await ready
  if (answer?.type === 'ready' && answer.locked) return watchFrame(element, shell, port)
  port.close()
  shell.remove()
  return answer?.type === 'ready' ? 'unlocked' : 'silent'
}

function createElement(documentUrl: string, isKept: boolean): HTMLIFrameElement {
  const element = createLockedElement(documentUrl, 'Sandbox', isKept)
  element.tabIndex = -1
  element.inert = true
  element.ariaHidden = 'true'
  Object.assign(element.style, { border: '0', width: '1024px', height: '768px' })
  return element
}

/** One pixel of it lies in the viewport: a frame outside it would get no animation frames. */
function attach(element: HTMLIFrameElement): HTMLElement {
  const shell = document.createElement('div')
  shell.inert = true
  shell.ariaHidden = 'true'
  Object.assign(shell.style, { position: 'fixed', top: '0', left: '0', width: '1px', height: '1px', overflow: 'hidden' })
  Object.assign(shell.style, { opacity: '0', pointerEvents: 'none', zIndex: '-1', contain: 'strict' })
  shell.append(element)
  document.body.append(shell)
  return shell
}

function watchFrame(element: HTMLIFrameElement, shell: HTMLElement, port: MessagePort): Frame {
  const removed = new AbortController()
  const heard = { signal: removed.signal }
  const listeners = new Set<(message: FromFrame) => void>()
  const mourners = new Set<(why: StopReason) => void>()
  let broken: StopReason | undefined
  const breakDown = (why: StopReason): void => {
    if (broken !== undefined || removed.signal.aborted) return
    broken = why
    for (const mourner of mourners) mourner(why)
  }
  const focus = watchFocus(element, () => breakDown('focus'), removed.signal)
  const hear = (event: MessageEvent): void => {
    const message = readMessage(event.data)
    if (message !== undefined && broken === undefined) for (const listener of listeners) listener(message)
  }
  port.addEventListener('message', hear, heard)
  element.addEventListener('load', () => breakDown('navigation'), heard)
  addEventListener('message', (event) => event.source === element.contentWindow && breakDown('forgery'), heard)
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => subscribe(listeners, listener),
    onBroken(listener) {
      if (broken !== undefined) listener(broken)
      return subscribe(mourners, listener)
    },
    isBroken: () => broken !== undefined,
    remove() {
      const hadFocus = document.activeElement === element
      removed.abort()
      port.close()
      shell.remove()
      if (hadFocus) focus.giveBack()
    },
  }
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
