import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is at least this wide. The window does not tell: something may stand beside it. */
export function useRoom(place: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    if (!place.current || typeof ResizeObserver === 'undefined') return
    const watcher = new ResizeObserver((seen) => setWide((seen.at(-1)?.contentRect.width ?? 0) >= pixels))
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [place, pixels])
  return isWide
}
