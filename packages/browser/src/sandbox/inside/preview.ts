import type { FromFrame } from '../messages.ts'
import { addLine, installConsole, type LineSink } from './console.ts'
import { isLocked, reportUncaught } from './harness.ts'
import { defineProperty, getterOf, toText, uncurry } from './intrinsics.ts'
import { lockWindow } from './lock.ts'
import { createTaskQueue } from './next-task.ts'
import { refuseFarewells } from './no-farewells.ts'
import { removeFrames } from './no-frames.ts'
import { fromParent } from './port-from-parent.ts'
import { installRefusals } from './readable-refusals.ts'
import { stopLinks, stopLooseLinks } from './still-document.ts'

// The entry of the document that pages of a conversation are shown in. Their scripts run; nothing of them gets out.
const listen = fromParent()
const locked = isLocked()
const later = createTaskQueue()
const dataOf = getterOf(MessageEvent.prototype, 'data')
const blockedOf = getterOf(SecurityPolicyViolationEvent.prototype, 'blockedURI')
const openDocument = uncurry(Document.prototype.open as (...args: unknown[]) => unknown)
const writeDocument = uncurry(Document.prototype.write)
const closeDocument = uncurry(Document.prototype.close)
let post: (message: FromFrame) => void = () => undefined
let isDrawn = false
const sink: LineSink = {
  maxLineLength: 20_000,
  linesLeft: 1_000,
  lengthLeft: 1_000_000,
  dropped: 0,
  write: (level, text) => post({ type: 'line', id: 'preview', level, text }),
}

lockWindow((text) => console.warn(text))
installConsole(() => sink)
installRefusals()
for (const name of ['localStorage', 'sessionStorage']) rememberHere(name)
stopLooseLinks()
listen((port) => {
  post = port.postMessage.bind(port)
  port.addEventListener('message', (event) => {
    // Invariant: only the page around this document holds the other end of the port.
    const message = dataOf(event) as { readonly type: string; readonly html?: string }
    if (message.type === 'ping') post({ type: 'spun' })
    // Never from inside this listener: the event, and through it the port, must be out of reach of the page.
    if (message.type === 'page' && !isDrawn) later(() => draw(message.html ?? ''))
    isDrawn ||= message.type === 'page'
  })
  port.start()
  void locked.then((answer) => post({ type: 'ready', locked: answer }))
})

/** What was listened to before the document is opened anew is forgotten by it. */
function draw(html: string): void {
  openDocument(document)
  reportUncaught({ sink })
  addEventListener('securitypolicyviolation', (event) =>
    addLine(sink, 'warn', () => `Not loaded, because nothing gets out of a preview: ${toText(blockedOf(event))}`),
  )
  // A second time: the page is there, and the document is still this one.
  addEventListener('load', () => post({ type: 'ready', locked: true }), { once: true })
  stopLinks()
  // On the window, in the first phase, before anything that the page can add. Only a person makes events that are trusted. A key is no
  // press: who types elsewhere presses it here in the moment in which the page takes the keyboard.
  for (const name of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(name, tellPress, true)
  removeFrames((text) => console.warn(text))
  refuseFarewells()
  writeDocument(document, html)
  closeDocument(document)
}

function tellPress(event: Event): void {
  if (event.isTrusted) post({ type: 'pressed' })
}

/** A page that keeps something finds it until it is closed. */
function rememberHere(name: string): void {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: unknown) => kept.get(toText(key)) ?? null,
    setItem: (key: unknown, value: unknown) => void kept.set(toText(key), toText(value)),
    removeItem: (key: unknown) => void kept.delete(toText(key)),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  defineProperty(globalThis, name, { value: storage, writable: true, configurable: true })
}
