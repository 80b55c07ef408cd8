// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placeToDraw } from '../../testing/place-to-draw.ts'
import { useCalm } from './calm.ts'

const drawn = placeToDraw()
const pressed: string[] = []

function Card({ shown }: { readonly shown: string }) {
  const { calm, guard } = useCalm(shown)
  return (
    <div {...guard}>
      <button type="button" data-action="primary" aria-disabled={!calm} onClick={() => pressed.push(shown)}>
        Execute
      </button>
      <button type="button" onClick={() => pressed.push('copy')}>
        Copy
      </button>
    </div>
  )
}

const show = (shown: string) => drawn.root.render(<Card shown={shown} />)
const button = (index = 0) => drawn.place.querySelectorAll('button')[index]
const click = () => button()?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
const isCalm = () => button()?.getAttribute('aria-disabled') === 'false'
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  pressed.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** React draws on a clock of its own. */
const drawnAs = async (shown: string) => {
  show(shown)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a press', () => {
  it('counts once the card has stood still for 400 ms', async () => {
    await drawnAs('first')
    await pass(399)
    expect(isCalm()).toBe(false)
    await pass(1)
    await drawnAs('first')
    click()
    expect(pressed).toEqual(['first'])
  })

  it('does nothing on a card that changed under the finger', async () => {
    await drawnAs('first')
    await pass(500)
    await drawnAs('second')
    await pass(100)
    click()
    expect(pressed).toEqual([])
  })

  it('that came too early begins the pause anew: hasty presses decide nothing until they end', async () => {
    await drawnAs('first')
    for (let press = 0; press < 8; press++) {
      await pass(350)
      click()
      await drawnAs('first')
    }
    expect(pressed).toEqual([])
    await pass(400)
    click()
    expect(pressed).toEqual(['first'])
  })

  it('that began before the pause was over does not count when the finger is lifted after it', async () => {
    await drawnAs('first')
    await pass(350)
    button()?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await pass(100)
    click()
    expect(pressed).toEqual([])
  })

  it('on what decides nothing always counts', async () => {
    await drawnAs('first')
    button(1)?.click()
    expect(pressed).toEqual(['copy'])
  })
})
