import { defineProperty, getterOf, uncurry } from './intrinsics.ts'
import { attempt } from './names.ts'

const SKELETON = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title></head><body>'

/**
 * Keeps the document from ever being fully loaded. Until then going to a fragment replaces the history entry; afterwards
 * each `location.hash = …` would add one to the history of the page around it, and the user's Back would stop working.
 * Links are the other way to a fragment, so they are never followed.
 */
export function holdDocumentOpen(): void {
  const openDocument = uncurry(Document.prototype.open as (...args: unknown[]) => unknown)
  const writeDocument = uncurry(Document.prototype.write)
  const reopen = (): Document => {
    openDocument(document)
    stopLinks()
    return document
  }
  reopen()
  writeDocument(document, SKELETON)
  replace(Document.prototype, 'open', reopen)
  replace(Document.prototype, 'close', () => undefined)
  defineProperty(Document.prototype, 'readyState', { get: () => 'complete', configurable: true, enumerable: true })
  stopLooseLinks()
}

// A program may put another one in its place and open the document again.
const listen = uncurry(EventTarget.prototype.addEventListener)
const preventDefault = uncurry(Event.prototype.preventDefault)

/** On the window, in the first phase, before anything a program can add. */
export function stopLinks(): void {
  const pathOf = uncurry(Event.prototype.composedPath)
  listen(
    globalThis,
    'click',
    (event: Event) => {
      const path = pathOf(event)
      for (let index = 0; index < path.length; index += 1) if (isLink(path[index])) preventDefault(event)
    },
    true,
  )
}

const linkMarks = [HTMLAnchorElement, HTMLAreaElement, SVGAElement].map((link) => getterOf(link.prototype, 'href'))

function isLink(target: unknown): boolean {
  for (let index = 0; index < linkMarks.length; index += 1) {
    if (attempt(linkMarks[index] ?? (() => undefined), target) !== undefined) return true
  }
  return false
}

/** A link outside the document can be clicked too, and its events never pass the window; others cannot be prevented. */
export function stopLooseLinks(): void {
  const click = uncurry(HTMLElement.prototype.click)
  const dispatch = uncurry(EventTarget.prototype.dispatchEvent)
  replace(HTMLElement.prototype, 'click', function (this: unknown) {
    if (attempt(isConnected, this) !== false || !insideLink(this)) click(this)
  })
  replace(EventTarget.prototype, 'dispatchEvent', function (this: unknown, event: Event) {
    const follows = attempt(typeOf, event) === 'click' && insideLink(this)
    return follows && (isConnected(this) === false || isCancelable(event) === false) ? true : dispatch(this, event)
  })
}

const isConnected = getterOf(Node.prototype, 'isConnected')
const isCancelable = getterOf(Event.prototype, 'cancelable')
const typeOf = getterOf(Event.prototype, 'type')
const parentOf = getterOf(Node.prototype, 'parentNode')
const hostOf = getterOf(ShadowRoot.prototype, 'host')

function insideLink(node: unknown): boolean {
  let current: unknown = node
  while (current !== undefined && current !== null) {
    if (isLink(current)) return true
    current = attempt(hostOf, current) ?? attempt(parentOf, current)
  }
  return false
}

function replace(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true })
}
