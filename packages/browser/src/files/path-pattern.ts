/**
 * Whether a resolved path lies within a pattern. `*` stands for any run of characters in one name, `**` for any number
 * of names: `/notes/**` is the folder and everything below it. A path that is not absolute and resolved matches nothing.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const names = namesOf(path)
  const wanted = namesOf(pattern)
  return names !== undefined && wanted !== undefined && matchNames(wanted, names)
}

/** Whether a pattern matches something below a resolved path: `/notes/plan.md` lies below `/notes`. */
export function matchesBelow(pattern: string, path: string): boolean {
  const names = namesOf(path)
  const wanted = namesOf(pattern)
  if (names === undefined || wanted === undefined) return false
  let places = pastStars(wanted, [0])
  for (const name of names) {
    const next = places.flatMap((at) => (wanted[at] === '**' ? [at] : matchName(wanted[at] ?? '', name) ? [at + 1] : []))
    places = pastStars(wanted, next)
  }
  return places.some((at) => at < wanted.length)
}

/** A `**` may stand for nothing. */
function pastStars(pattern: readonly string[], places: readonly number[]): readonly number[] {
  const reached = new Set(places)
  for (const at of reached) if (pattern[at] === '**') reached.add(at + 1)
  return [...reached].filter((at) => at <= pattern.length)
}

/** The names of an absolute, resolved path. Undefined for any other text: comparing it would prove nothing. */
function namesOf(path: string): readonly string[] | undefined {
  if (!path.startsWith('/')) return undefined
  if (path === '/') return []
  const names = path.slice(1, path.endsWith('/') ? -1 : undefined).split('/')
  return names.some((name) => name === '' || name === '.' || name === '..') ? undefined : names
}

const matchNames = (pattern: readonly string[], names: readonly string[]) =>
  matchRun(pattern, names, { isAny: (part) => part === '**', equal: matchName })

const matchName = (pattern: string, name: string) =>
  pattern.includes('*')
    ? matchRun([...pattern], [...name], { isAny: (part) => part === '*', equal: (left, right) => left === right })
    : pattern === name

interface Matching {
  readonly isAny: (part: string) => boolean
  readonly equal: (pattern: string, item: string) => boolean
}

/** Wildcard matching that goes back only to the last wildcard, so a hostile pattern cannot make it slow. */
function matchRun(pattern: readonly string[], items: readonly string[], { isAny, equal }: Matching): boolean {
  let [at, next, star, mark] = [0, 0, -1, 0]
  while (next < items.length) {
    const [part, item] = [pattern[at], items[next] ?? '']
    if (part !== undefined && isAny(part)) {
      star = at++
      mark = next
    } else if (part !== undefined && equal(part, item)) {
      at += 1
      next += 1
    } else if (star >= 0) {
      at = star + 1
      next = ++mark
    } else return false
  }
  return pattern.slice(at).every(isAny)
}

/** The pattern for everything in the folder that holds `path`; a path that ends in a slash is the folder. */
export function folderPattern(path: string): string {
  return `${path.slice(0, Math.max(0, path.lastIndexOf('/')))}/**`
}

/** The folder that everything a pattern matches lies in. */
export function baseOf(pattern: string): string {
  const wild = pattern.indexOf('*')
  return wild === -1 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', wild)) || '/'
}
