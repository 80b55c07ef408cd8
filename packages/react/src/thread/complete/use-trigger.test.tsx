// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { placeToDraw } from '../../testing/place-to-draw.ts'
import { REPLACED, useTrigger } from './use-trigger.ts'

const drawn = placeToDraw()
let field: HTMLTextAreaElement
let dismiss: () => void

function Shown() {
  const [trigger, leave] = useTrigger(field)
  return (
    <button type="button" onClick={leave}>
      {trigger ? `${trigger.sign}${trigger.query}` : 'nothing'}
    </button>
  )
}

const shows = (text: string) => vi.waitFor(() => expect(drawn.place.textContent).toBe(text))

/** The field as it is after an input of that kind. */
const write = (text: string, event: InputEventInit = { inputType: 'insertText' }) => {
  field.value = text
  field.setSelectionRange(text.length, text.length)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, ...event }))
}

beforeEach(async () => {
  field = document.body.appendChild(document.createElement('textarea'))
  drawn.root.render(<Shown />)
  await shows('nothing')
  dismiss = () => drawn.place.querySelector('button')?.click()
  return () => field.remove()
})

it('follows what is typed, and ends where the caret goes elsewhere or the focus leaves', async () => {
  write('see @a')
  await shows('@a')
  write('see @ap')
  await shows('@ap')
  field.setSelectionRange(1, 1)
  document.dispatchEvent(new Event('selectionchange'))
  await shows('nothing')
  write('/p')
  await shows('/p')
  field.dispatchEvent(new FocusEvent('blur'))
  await shows('nothing')
})

it.each(['insertFromPaste', 'insertFromDrop', 'historyUndo', REPLACED])('%s asks nothing', async (inputType) => {
  write('/p')
  await shows('/p')
  write('/pl', { inputType })
  await shows('nothing')
})

it('a word that is being composed waits until it is whole', async () => {
  write('看@')
  await shows('@')
  write('看@xiao', { inputType: 'insertCompositionText', isComposing: true })
  field.dispatchEvent(new KeyboardEvent('keyup', { key: 'o', isComposing: true }))
  document.dispatchEvent(new Event('selectionchange'))
  await Promise.resolve()
  await shows('@')
  field.value = '看@销'
  field.setSelectionRange(3, 3)
  field.dispatchEvent(new CompositionEvent('compositionend'))
  await shows('@销')
})

it('who leaves a sign alone is not asked again by it, but by the next one, also at the same place', async () => {
  write('/p')
  await shows('/p')
  dismiss()
  await shows('nothing')
  write('/pl')
  await shows('nothing')
  write('/pl @a')
  await shows('@a')
  write('/pl')
  dismiss()
  await shows('nothing')
  // Enter has sent it.
  field.value = ''
  field.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter' }))
  write('/')
  await shows('/')
})
