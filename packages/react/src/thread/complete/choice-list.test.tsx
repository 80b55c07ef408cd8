// @vitest-environment happy-dom
import { FileText } from 'lucide-react'
import { beforeEach, expect, it, vi } from 'vitest'
import { placeToDraw } from '../../testing/place-to-draw.ts'
import { ChoiceList } from './choice-list.tsx'

const drawn = placeToDraw()
const log: string[] = []
let field: HTMLTextAreaElement

const press = (key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  field.dispatchEvent(event)
  return event.defaultPrevented
}

const selected = () => {
  const [one, ...others] = document.querySelectorAll('[aria-selected="true"]')
  expect(others).toEqual([])
  expect(field.getAttribute('aria-activedescendant')).toBe(one?.id)
  return one?.textContent
}

const draw = (query: string) => {
  const choices = ['first', 'second', 'third'].map((label) => ({
    id: label,
    label,
    icon: FileText,
    choose: () => void log.push(label),
  }))
  drawn.root.render(
    <ChoiceList
      field={field}
      label="Files"
      query={query}
      groups={[
        { heading: 'A', choices: choices.slice(0, 1) },
        { heading: 'B', choices: choices.slice(1) },
      ]}
      onClose={() => void log.push('closed')}
    />,
  )
}

beforeEach(async () => {
  log.length = 0
  field = document.body.appendChild(document.createElement('textarea'))
  draw('')
  await vi.waitFor(() => expect(selected()).toBe('first'))
  return () => field.remove()
})

it('the arrows go round, Enter and Tab choose, Escape closes, and nobody else hears of it', async () => {
  const others = vi.fn()
  document.addEventListener('keydown', others, { capture: true })
  expect(press('ArrowUp')).toBe(true)
  await vi.waitFor(() => expect(selected()).toBe('third'))
  press('Enter')
  press('ArrowDown')
  await vi.waitFor(() => expect(selected()).toBe('first'))
  press('ArrowDown')
  await vi.waitFor(() => expect(selected()).toBe('second'))
  press('Tab')
  press('Escape')
  expect(log).toEqual(['third', 'second', 'closed'])
  draw('other')
  await vi.waitFor(() => expect(selected()).toBe('first'))
  expect(others).not.toHaveBeenCalled()
  document.removeEventListener('keydown', others, { capture: true })
})

it.each([
  ['Enter', { isComposing: true }],
  ['ArrowDown', { isComposing: true }],
  ['Enter', { ctrlKey: true }],
  ['Enter', { metaKey: true }],
  ['Enter', { shiftKey: true }],
  ['Tab', { shiftKey: true }],
  ['Backspace', { ctrlKey: true }],
  ['a', {}],
] as const)('%s with %j is left to the field', (key, more) => {
  expect(press(key, more)).toBe(false)
  expect(log).toEqual([])
})

it('a key that is held down chooses nothing, and with the list goes what the field said of it', async () => {
  expect(press('Enter', { repeat: true })).toBe(true)
  expect(log).toEqual([])
  expect(field.getAttribute('aria-controls')).toBe(document.querySelector('[role="listbox"]')?.id)
  drawn.root.render(null)
  await vi.waitFor(() => expect(field.getAttributeNames()).toEqual([]))
  expect(press('Enter')).toBe(false)
})
