import type { ShownItem } from '@parley/browser/sandbox'
import { Suspense, use, useCallback, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { isTameDrawing } from './tame-drawing.ts'

type Picture = Extract<ShownItem, { readonly kind: 'image' | 'svg' }>

interface ShownPictureProps {
  readonly item: Picture
  readonly describedBy?: string
}

/** As a picture, and never as a part of the page: nothing in it runs or loads. Until it is known to be tame, there is room for it. */
export function ShownPicture(props: ShownPictureProps) {
  return (
    <Suspense fallback={<div className="h-48" />}>
      <TriedPicture {...props} />
    </Suspense>
  )
}

function TriedPicture({ item, describedBy }: ShownPictureProps) {
  const words = useLateWords()
  const name = item.alt ?? item.title ?? words.shown.picture
  const [isBroken, setBroken] = useState(false)
  // Whatever else was drawn may have a white of its own, which must stay one.
  const isChart = item.kind === 'svg' && item.points !== undefined
  const isTame = item.kind === 'image' || use(isTameDrawing(item.text))
  const show = useCallback((element: HTMLImageElement | null) => showIn(element, item), [item])
  if (!isTame || isBroken) return <p className="text-[13px] text-soft">{isTame ? words.shown.broken : words.shown.tooHeavy}</p>
  return (
    // On a phone, a plot that was drawn for a page is wider than its place: the words in it stay legible, and it is drawn along.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div
      tabIndex={0}
      data-picture=""
      {...(describedBy !== undefined && { role: 'group', 'aria-label': name, 'aria-describedby': describedBy })}
      className={`w-fit max-w-full overflow-x-auto rounded-lg border border-line p-2 ${isChart ? 'parley-chart' : 'bg-white'}`}
    >
      <img
        ref={show}
        alt={name}
        {...(item.kind === 'image' && { width: item.width, height: item.height })}
        onError={() => setBroken(true)}
        className="max-h-128 w-auto max-w-[max(100%,26rem)] object-contain"
      />
    </div>
  )
}

/** Gives an element the picture as long as it stands in the page. */
function showIn(element: HTMLImageElement | null, item: Picture): (() => void) | undefined {
  if (!element) return undefined
  const url = URL.createObjectURL(toBlob(item))
  element.src = url
  return () => URL.revokeObjectURL(url)
}

function toBlob(item: Picture): Blob {
  if (item.kind === 'svg') return new Blob([item.text], { type: 'image/svg+xml' })
  return new Blob([Uint8Array.from(atob(item.data), (character) => character.charCodeAt(0))], { type: item.mime })
}
