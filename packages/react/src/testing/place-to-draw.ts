import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach } from 'vitest'

/** A place on the page and a React root in it, new for every test. */
export function placeToDraw(): { readonly place: HTMLElement; readonly root: Root } {
  const drawn = { place: document.body, root: createRoot(document.createElement('div')) }
  beforeEach(() => {
    drawn.place = document.body.appendChild(document.createElement('div'))
    drawn.root = createRoot(drawn.place)
  })
  afterEach(() => {
    drawn.root.unmount()
    drawn.place.remove()
  })
  return drawn
}
