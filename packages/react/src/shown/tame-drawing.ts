/** More elements than this, counted as often as they are drawn, hold up the page that draws them. */
const MOST_ELEMENTS = 50_000

/**
 * Whether a drawing can be shown as a picture without holding up the page. Nothing in a picture runs or loads; but one that
 * repeats its own parts ten times in ten levels, by `<use>`, by a picture in the picture or by entities, is drawn for hours.
 */
export function isTameDrawing(text: string): boolean {
  try {
    return !/<!ENTITY/i.test(text) && isLight(text)
  } catch {
    // A chain of references longer than the stack.
    return false
  }
}

function isLight(text: string): boolean {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (root.localName !== 'svg') return false
  const elements = [...root.querySelectorAll('*')]
  if (elements.length > MOST_ELEMENTS || elements.some(holdsDrawing)) return false
  return weightOf(root, new Map(elements.map((element) => [element.id, element])), new Map()) <= MOST_ELEMENTS
}

/** Another drawing inside, which nobody has looked at. Escapes in a style could hide its address. */
function holdsDrawing(element: Element): boolean {
  if (element.localName === 'style' && hidesAddress(element.textContent ?? '')) return true
  return [...element.attributes].some(({ name, value }) =>
    name === 'style' ? hidesAddress(value) : /data:\s*image\/svg/i.test(value),
  )
}

const hidesAddress = (style: string): boolean => style.includes('\\') || /data:\s*image\/svg/i.test(style)

type Weights = Map<Element, number>

/** How many elements are drawn for this one, each reference followed as often as it is made. */
function weightOf(element: Element, named: ReadonlyMap<string, Element>, known: Weights): number {
  const before = known.get(element)
  if (before !== undefined) return before
  // What refers to itself is not drawn by a browser; here it counts for too much.
  known.set(element, Number.POSITIVE_INFINITY)
  let weight = 1
  for (const child of element.children) weight += weightOf(child, named, known)
  for (const target of referencesOf(element, named)) weight += weightOf(target, named, known)
  known.set(element, weight)
  return weight
}

/** `href="#a"` of `<use>` and patterns, and `url(#a)` of masks, markers, fills and filters. */
function referencesOf(element: Element, named: ReadonlyMap<string, Element>): readonly Element[] {
  return [...element.attributes].flatMap(({ localName, value }) => {
    const links = localName === 'href' && value.startsWith('#') ? [value.slice(1)] : []
    const urls = [...value.matchAll(/url\(\s*["']?#([^"')]+)/g)].map(([, id = '']) => id)
    return [...links, ...urls].flatMap((id) => named.get(id) ?? [])
  })
}
