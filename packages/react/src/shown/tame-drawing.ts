import { tryDrawing } from '@parley/browser/sandbox'

/** More elements than this, counted as often as they are drawn, hold up the page that draws them. */
const MOST_ELEMENTS = 50_000
/** Of a drawing that moves, or looks different at another size: how long it takes was tried for one moment only. */
const MOST_CHANGING = 5_000
const FILTER_WEIGHT = 200
/** Of one element: looking through them takes time by the square of their number. */
const MOST_ATTRIBUTES = 200

/** The same drawing is tried once, however often it is looked at. */
const known = new Map<string, Promise<boolean>>()
const MOST_KNOWN = 100

/**
 * Whether a drawing can be shown as a picture without holding up the page. Nothing in a picture runs or loads; but some are drawn for
 * hours. So it is drawn first where nobody waits for it.
 */
export function isTameDrawing(text: string): Promise<boolean> {
  const before = known.get(text)
  if (before) return before
  const [oldest] = known.keys()
  if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  const answer = judge(text)
  known.set(text, answer)
  return answer
}

/** Reading it can take as long as drawing it, and so comes last. */
const judge = async (text: string): Promise<boolean> => (await tryDrawing(text)) !== 'heavy' && isLightDrawing(text)

/** Counts what is drawn: one that repeats its own parts ten times in ten levels, by `<use>`, by a picture in the picture or by entities. */
export function isLightDrawing(text: string): boolean {
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
  const elements = [root, ...root.querySelectorAll('*')]
  if (elements.length > MOST_ELEMENTS || elements.some(({ attributes }) => attributes.length > MOST_ATTRIBUTES)) return false
  if (elements.some(holdsDrawing)) return false
  // Of two with one name, the first is meant.
  const named = new Map(elements.toReversed().map((element) => [element.id, element]))
  return weightOf(root, named, new Map()) <= (elements.some(isChanging) ? MOST_CHANGING : MOST_ELEMENTS)
}

/** By itself, or with the place it is shown in. */
function isChanging(element: Element): boolean {
  if (/^(?:animate|set$)/.test(element.localName)) return true
  return CHANGES.test((element.localName === 'style' && element.textContent) || (element.getAttribute('style') ?? ''))
}

const CHANGES = /animation|transition|@(?:media|container|keyframes)/i

/** Another drawing inside, which nobody has looked at; or an address that is not found by looking for it. */
function holdsDrawing(element: Element): boolean {
  if (element.localName === 'style' && hidesAddress(element.textContent ?? '')) return true
  return [...element.attributes].some(({ name, value }) =>
    name === 'style' || value.includes('(') ? hidesAddress(value) : isDrawing(value),
  )
}

const isDrawing = (value: string): boolean => /data:\s*image\/svg/i.test(value)

/** Escapes hide it, and what a variable holds is drawn wherever the variable is used. */
const hidesAddress = (style: string): boolean =>
  style.includes('\\') || isDrawing(style) || /--[^:;{}]*:[^;{}]*url\(/i.test(style)

type Weights = Map<Element, number>

/** How many elements are drawn for this one, each reference followed as often as it is made. */
function weightOf(element: Element, named: ReadonlyMap<string, Element>, weights: Weights): number {
  const before = weights.get(element)
  if (before !== undefined) return before
  // What refers to itself is not drawn by a browser; here it counts for too much.
  weights.set(element, Number.POSITIVE_INFINITY)
  let weight = /^fe[A-Z]/.test(element.localName) ? FILTER_WEIGHT : 1
  for (const child of element.children) weight += weightOf(child, named, weights)
  for (const target of referencesOf(element, named)) weight += weightOf(target, named, weights)
  weights.set(element, weight)
  return weight
}

/** `href="#a"` of `<use>` and patterns, and `url(#a)` of masks, markers, fills and filters. */
function referencesOf(element: Element, named: ReadonlyMap<string, Element>): readonly Element[] {
  return [...element.attributes].flatMap(({ localName, value }) => {
    const links = localName === 'href' && value.trim().startsWith('#') ? [value.trim().slice(1)] : []
    const urls = [...value.matchAll(/url\(\s*["']?\s*#([^"')]+)/gi)].map(([, id = '']) => id)
    return [...links, ...urls].flatMap((id) => named.get(decoded(id.trim())) ?? [])
  })
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
