import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A place on the page and a React root in it, new for every test. What React complains about there fails the test. */
export function placeToDraw(): { readonly place: HTMLElement; readonly root: Root } {
  const drawn = { place: document.body, root: createRoot(document.createElement('div')) }
  const complaints: unknown[] = []
  beforeEach(() => {
    complaints.length = 0
    vi.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said.map(String).join(' ')))
    drawn.place = document.body.appendChild(document.createElement('div'))
    drawn.root = createRoot(drawn.place)
  })
  afterEach(() => {
    drawn.root.unmount()
    drawn.place.remove()
    vi.restoreAllMocks()
    expect(complaints).toEqual([])
  })
  return drawn
}
