import { watchFocus } from './focus-watch.ts'
import { FRAME_ALLOW } from './headers.ts'
import type { FromFrame, ToFrame } from './messages.ts'
import { readMessage } from './read-message.ts'
import type { StopReason } from './sandbox.ts'

/** One locked document, ready for a program. */
export interface Frame {
  send(message: ToFrame): void
  /** Hears what the frame says from now on, and what went wrong with it. Replaces the previous listener. */
  listen(listener: FrameListener | undefined): void
  /** Whether something went wrong with it, also when nobody listened. */
  isBroken(): boolean
  remove(): void
}

export interface FrameListener {
  message(message: FromFrame): void
  broke(why: StopReason): void
}

/** How long after its port closed a frame may still turn out to have loaded something else. */
const NAVIGATION_GRACE_MS = 300

/** Why there is no frame: nothing answered in time, or what answered is not locked. */
export type NoFrame = 'silent' | 'unlocked'

/** Loads the locked document and waits until its harness answers. */
export async function openFrame(documentUrl: string, bootLimitMs: number): Promise<Frame | NoFrame> {
  const element = createElement(documentUrl)
  const channel = new MessageChannel()
  const answer = firstMessage(channel.port1, bootLimitMs)
  element.addEventListener('load', () => element.contentWindow?.postMessage('port', '*', [channel.port2]), { once: true })
  const shell = attach(element)
  const ready = await answer
  if (ready?.type === 'ready' && ready.locked) return watchFrame(element, shell, channel.port1)
  channel.port1.close()
  shell.remove()
  return ready?.type === 'ready' ? 'unlocked' : 'silent'
}

function firstMessage(port: MessagePort, limitMs: number): Promise<FromFrame | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), limitMs)
    port.onmessage = (event) => {
      clearTimeout(timer)
      resolve(readMessage(event.data))
    }
  })
}

function createElement(documentUrl: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('allow', FRAME_ALLOW)
  element.referrerPolicy = 'no-referrer'
  element.tabIndex = -1
  element.inert = true
  element.title = 'Sandbox'
  element.ariaHidden = 'true'
  element.src = documentUrl
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
  let listener: FrameListener | undefined
  let broken = false
  const breakDown = (why: StopReason): void => {
    if (broken || removed.signal.aborted) return
    broken = true
    listener?.broke(why)
  }
  const focus = watchFocus(element, () => breakDown('focus'), removed.signal)
  port.onmessage = (event) => {
    const message = readMessage(event.data)
    if (message !== undefined && !broken) listener?.message(message)
  }
  // The old document goes first and closes its port; only what loads afterwards tells a navigation from a crash.
  port.addEventListener('close', () => setTimeout(() => breakDown('memory'), NAVIGATION_GRACE_MS), heard)
  element.addEventListener('load', () => breakDown('navigation'), heard)
  addEventListener('message', (event) => event.source === element.contentWindow && breakDown('forgery'), heard)
  return {
    send: (message) => port.postMessage(message),
    listen: (next) => {
      listener = next
    },
    isBroken: () => broken,
    remove() {
      const hadFocus = document.activeElement === element
      removed.abort()
      port.close()
      shell.remove()
      if (hadFocus) focus.giveBack()
    },
  }
}
