// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placeToDraw } from '../../testing/place-to-draw.ts'
import { DecisionButton, DecisionMenu } from './approve-button.tsx'
import { useCalm } from './calm.ts'
import { GateProvider } from './gated.tsx'

const drawn = placeToDraw()
const pressed: string[] = []

function Card({ shown }: { readonly shown: string }) {
  const { calm, guard } = useCalm(shown)
  const [open, setOpen] = useState(false)
  return (
    <div {...guard}>
      <GateProvider value={{ calm, unseen: 0, readOn: () => {} }}>
        <DecisionButton onClick={() => pressed.push(shown)}>Execute</DecisionButton>
        <button type="button" onClick={() => pressed.push('copy')}>
          Copy
        </button>
        <DecisionMenu
          label="More"
          open={open}
          onOpenChange={setOpen}
          trigger={<DecisionButton>More</DecisionButton>}
          choices={[{ id: 'reject', label: 'Reject', onSelect: () => pressed.push('reject') }]}
        />
      </GateProvider>
    </div>
  )
}

const show = (shown: string) => drawn.root.render(<Card shown={shown} />)
const button = (index = 0) => drawn.place.querySelectorAll('button')[index]
const click = () => button()?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
const isCalm = (index = 0) => button(index)?.hasAttribute('aria-disabled') === false
const touch = (index: number) => button(index)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
const choices = () => [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)
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
    expect([isCalm(0), isCalm(2)]).toEqual([false, false])
    await pass(1)
    await drawnAs('first')
    expect([isCalm(0), isCalm(2)]).toEqual([true, true])
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

  it('opens ways to decide once it counts, and they go when what they were for changes', async () => {
    await drawnAs('first')
    touch(2)
    await drawnAs('first')
    expect(choices()).toEqual([])
    await pass(400)
    await drawnAs('first')
    touch(2)
    await drawnAs('first')
    expect(choices()).toEqual(['Reject'])
    await drawnAs('second')
    expect(choices()).toEqual([])
    await pass(400)
    await drawnAs('second')
    expect(choices()).toEqual([])
  })

  it('on what decides nothing always counts', async () => {
    await drawnAs('first')
    button(1)?.click()
    expect(pressed).toEqual(['copy'])
  })
})
