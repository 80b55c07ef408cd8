import { append, createList, defineProperty, getterOf, type List, uncurry } from './intrinsics.ts'

const FRAMES = 'iframe, frame, frameset, object, embed, fencedframe, portal'

/**
 * Removes every frame before it can load anything. An empty frame can run no script here, but each of its navigations
 * would add to the history of the page around the sandbox.
 */
export function removeFrames(warn: (text: string) => void): void {
  const frameCount = getterOf(globalThis, 'length')
  const select = uncurry(Document.prototype.querySelectorAll)
  const selectInRoot = uncurry(DocumentFragment.prototype.querySelectorAll)
  const remove = uncurry(Element.prototype.remove)
  const empty = uncurry(Document.prototype.replaceChildren)
  const observe = uncurry(MutationObserver.prototype.observe)
  const attach = uncurry(Element.prototype.attachShadow)
  const roots: List<ShadowRoot> = createList()

  const clear = (found: ArrayLike<Element>): void => {
    for (let index = found.length - 1; index >= 0; index -= 1) remove(found[index])
  }
  const observer = new MutationObserver(() => {
    if (frameCount(globalThis) === 0) return
    clear(select(document, FRAMES))
    for (let index = 0; index < roots.length; index += 1) clear(selectInRoot(roots[index], FRAMES))
    // What is left hides in a closed root that the parser made.
    if (frameCount(globalThis) !== 0) empty(document)
    warn('Frames cannot be used here. They were removed.')
  })
  const watch = (root: Node): void => observe(observer, root, { childList: true, subtree: true })
  watch(document)
  const attachShadow = function (this: unknown, options: ShadowRootInit): ShadowRoot {
    const root = attach(this, options)
    append(roots, root)
    watch(root)
    return root
  }
  defineProperty(Element.prototype, 'attachShadow', { value: attachShadow, writable: true, configurable: true, enumerable: true })
}
