import { obeysConnectionList } from '../document/connection-list.ts'
import { createLockedElement, isKeptOnly, isShut } from '../frames/locked-element.ts'
import { readMessage } from '../read-message.ts'
import type { ConsoleLine } from '../sandbox.ts'
import { guardKeyboard, type KeyboardGuard } from './keyboard-guard.ts'

/** Why a page is shown no more: it went elsewhere, it does not answer, it talks without end, or its document is not locked. */
export type PreviewEnd = 'left' | 'frozen' | 'noisy' | 'unlocked'

export interface Preview {
  remove(): void
}

interface PreviewOptions {
  readonly place: HTMLElement
  readonly title: string
  readonly html: string
  readonly onLine: (line: ConsoleLine) => void
  /** Heard once; the frame has been removed. */
  readonly onEnd: (why: PreviewEnd) => void
  /** Where the document is served. */
  readonly documentUrl?: string
}

const ASK_MS = 2_000
/** A busy machine is no frozen page. */
const ANSWER_MS = 10_000
/** What a frame says and that it has loaded come by two ways, in any order. */
const WORD_MS = 1_500
const MOST_LINES = 1_000
/** Of messages to the page around, which nobody reads: each takes a little of its time. */
const MOST_MESSAGES = 200

/** Whether scripts of a page can be let run here: only where the browser denies a document every connection. */
export const canPreview = (): boolean => obeysConnectionList(navigator.userAgent)

/** Shows a page in a locked document. */
export function openPreview({ place, title, html, onLine, onEnd, documentUrl = '/preview.html' }: PreviewOptions): Preview {
  let element: HTMLIFrameElement | undefined
  let keyboard: KeyboardGuard | undefined
  const { port1: port, port2: theirs } = new MessageChannel()
  const over = new AbortController()
  let heard = performance.now()
  let loads = 0
  let greetings = 0
  let lines = 0
  const remove = (): void => {
    over.abort()
    clearInterval(pulse)
    port.close()
    element?.remove()
  }
  const end = (why: PreviewEnd): void => {
    if (over.signal.aborted) return
    remove()
    onEnd(why)
  }
  const pulse = setInterval(() => {
    if (performance.now() - heard > ANSWER_MS) return end('frozen')
    port.postMessage({ type: 'ping' })
  }, ASK_MS)
  const listen = (event: MessageEvent): void => {
    const message = readMessage(event.data)
    heard = performance.now()
    if (message?.type === 'ready') {
      greetings += 1
      if (!message.locked) end('unlocked')
      else if (greetings === 1) port.postMessage({ type: 'page', html })
    }
    if (message?.type === 'pressed') keyboard?.pressed()
    if (message?.type !== 'line' || lines >= MOST_LINES) return
    lines += 1
    onLine({ level: message.level, text: message.text.slice(0, 20_000) })
  }
  port.addEventListener('message', listen, { signal: over.signal })
  // The document is loaded, and once more when the page has been written into it, which it says. All else is another document.
  const load = (): void => {
    loads += 1
    if (loads === 1 && element && !isShut(element)) return end('unlocked')
    if (loads === 1) element?.contentWindow?.postMessage('port', '*', [theirs])
    if (loads === 2) setTimeout(() => greetings < 2 && end('left'), WORD_MS)
    if (loads > 2) end('left')
  }
  port.start()
  void open()
  return { remove }

  async function open(): Promise<void> {
    const isKept = await isKeptOnly(documentUrl)
    if (over.signal.aborted) return
    element = createLockedElement(documentUrl, title, isKept)
    element.addEventListener('load', load, { signal: over.signal })
    keyboard = guardKeyboard(element, over.signal)
    endNoise(element, () => end('noisy'), over.signal)
    place.append(element)
  }
}

/** Before the messages of a frame take the time of the page around. */
function endNoise(element: HTMLIFrameElement, end: () => void, over: AbortSignal): void {
  let messages = 0
  const count = ({ source }: MessageEvent): void => {
    if (source !== null && source === element.contentWindow) messages += 1
    if (messages > MOST_MESSAGES) end()
  }
  addEventListener('message', count, { signal: over })
}
