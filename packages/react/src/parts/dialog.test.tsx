// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { placeToDraw } from '../testing/place-to-draw.ts'
import { Dialog } from './dialog.tsx'

const button = (id: string) => document.querySelector<HTMLElement>(`#${id}`)
const focused = () => document.activeElement?.id

describe('Dialog', () => {
  const drawn = placeToDraw()
  const draw = (open: boolean, children?: ReactNode) =>
    drawn.root.render(
      <>
        <button type="button" id="first">
          Settings
        </button>
        <button type="button" id="second">
          Elsewhere
        </button>
        <Dialog open={open} onClose={() => undefined} title="Settings" description="All of them.">
          {children}
        </Dialog>
      </>,
    )
  const openFrom = async (id: string) => {
    draw(false)
    await expect.poll(() => button(id)).not.toBeNull()
    button(id)?.focus()
    draw(true)
    await expect.poll(() => document.querySelector('[role="dialog"]')?.contains(document.activeElement)).toBe(true)
  }

  it('gives the focus back to where it was', async () => {
    await openFrom('first')
    draw(false)
    await expect.poll(() => focused()).toBe('first')
  })

  it('gives it back, too, where a field inside has taken it by itself', async () => {
    draw(false)
    await expect.poll(() => button('first')).not.toBeNull()
    button('first')?.focus()
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- that is what is tested
    draw(true, <input id="field" autoFocus />)
    await expect.poll(() => focused()).toBe('field')
    draw(false)
    await expect.poll(() => focused()).toBe('first')
  })

  it('begins at what it shows, and not at the button that closes it', async () => {
    draw(
      true,
      <ul>
        <li>
          <button type="button" id="inside">
            A waiting call
          </button>
        </li>
      </ul>,
    )
    await expect.poll(() => focused()).toBe('inside')
  })

  it('leaves the focus with who has taken it in the meantime', async () => {
    await openFrom('first')
    draw(false)
    await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
    button('second')?.focus()
    await new Promise((resolve) => setTimeout(resolve))
    expect(focused()).toBe('second')
  })
})
