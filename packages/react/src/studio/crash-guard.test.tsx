// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { NothingKept } from './crash-guard.tsx'

const drawn = placeToDraw()
afterEach(() => void vi.unstubAllGlobals())

it.each([
  [true, 'Leave private browsing'],
  [false, 'Open it over https, or as localhost'],
])('a page that can keep nothing says what to do, secure: %s', async (isSecure, advice) => {
  vi.stubGlobal('isSecureContext', isSecure)
  drawn.root.render(<NothingKept error={new Error('locks')} />)
  await expect.poll(() => drawn.place.textContent).toContain(advice)
})
