import { useEffect, useState } from 'react'

/** Of a text, in characters: what is read and drawn in one go, and what with every frame after that. */
const AT_ONCE = 20_000
const STEP = 6_000
/** A block costs something however short it is. */
const BLOCK = 60

/** How many blocks are drawn when these characters more may be: one at least. */
export function drawnAfter(blocks: readonly string[], drawn: number, most: number): number {
  let place = drawn
  for (let length = 0; place < blocks.length; place += 1) {
    length += BLOCK + (blocks[place]?.length ?? 0)
    if (length > most && place > drawn) break
  }
  return place
}

/**
 * How many blocks of an answer are drawn yet. One that grows is drawn as it comes; one that comes whole, with thousands of blocks, would
 * hold up the page until the last of them is drawn.
 */
export function useDrawnBlocks(blocks: readonly string[]): number {
  const [known, setKnown] = useState(() => drawnAfter(blocks, 0, AT_ONCE))
  // What is new since the last frame is drawn with it, where that is little.
  const next = drawnAfter(blocks, known, STEP)
  const drawn = next >= blocks.length ? blocks.length : known
  useEffect(() => {
    if (known >= blocks.length) return undefined
    const frame = requestAnimationFrame(() => setKnown(next))
    return () => cancelAnimationFrame(frame)
  }, [known, next, blocks.length])
  return drawn
}
