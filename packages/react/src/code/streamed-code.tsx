import type { GrowingText } from '@parley/browser'
import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { Characters } from './characters.tsx'

const TAIL_LINES = 40
const TAIL_LENGTH = 6_000

/** The last lines of a text; never more than a fixed length, so that a frame costs the same at any size. */
export function tailOf(text: string): string {
  let from = text.length
  for (let line = 0; line < TAIL_LINES && from > 0; line += 1) from = text.lastIndexOf('\n', from - 1)
  return text.slice(Math.max(from < 0 ? 0 : from, text.length - TAIL_LENGTH))
}

/** Follows a growing text by its new pieces alone; nothing that was drawn is read again. */
function createFollower(): (value: GrowingText) => string {
  let count = 0
  let tail = ''
  return (value) => {
    if (value.count < count) [count, tail] = [0, '']
    tail = tailOf(tail + value.since(count))
    count = value.count
    return tail
  }
}

/** Code while it is being written: its newest lines, following the end. */
export function StreamedCode({ value, label }: { readonly value: GrowingText; readonly label: string }) {
  const words = useWords()
  const box = useRef<HTMLElement>(null)
  const [follow] = useState(createFollower)
  const tail = follow(value)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  })
  const above = value.length - tail.length
  return (
    <section
      ref={box}
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border border-line bg-sheet px-3 py-2 font-mono text-[12.5px] leading-[1.55]"
    >
      {above > 0 && <div className="text-faint">{words.call.earlierHidden({ size: words.size(above) })}</div>}
      <pre className="parley-caret whitespace-pre font-mono">
        <Characters text={tail} />
      </pre>
    </section>
  )
}
