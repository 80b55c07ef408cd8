import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** What is hidden is still found by the search of the browser, which then asks for it. For an element whose `hidden` is `isHidden`. */
export function useUntilFound(element: RefObject<HTMLElement | null>, isHidden: boolean, onFound: () => void): void {
  const found = useEffectEvent(onFound)
  useLayoutEffect(() => {
    const place = element.current
    if (!place || !isHidden) return undefined
    place.setAttribute('hidden', 'until-found')
    const listen = () => found()
    place.addEventListener('beforematch', listen)
    return () => place.removeEventListener('beforematch', listen)
  }, [element, isHidden])
}
