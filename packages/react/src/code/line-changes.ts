import { diffLines } from 'diff/lib/diff/line.js'

export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  readonly before?: number
  readonly after?: number
}

export interface LineChanges {
  readonly lines: readonly ChangedLine[]
  readonly added: number
  readonly removed: number
}

const LIMIT_MS = 400

/** Every line of both texts with what became of it; `undefined` when the texts are too different to compare in time. */
export function lineChanges(before: string, after: string): LineChanges | undefined {
  const changes = diffLines(before, after, { timeout: LIMIT_MS })
  if (!changes) return undefined
  const lines: ChangedLine[] = []
  let left = 0
  let right = 0
  for (const change of changes) {
    const kind = change.added ? 'added' : change.removed ? 'removed' : 'same'
    const texts = change.value.split('\n')
    if (texts.at(-1) === '') texts.pop()
    for (const raw of texts) {
      // Windows' line end is worth showing only where it is what changed.
      const text = kind === 'same' ? raw.replace(/\r$/, '') : raw
      if (kind !== 'added') left += 1
      if (kind !== 'removed') right += 1
      lines.push({ kind, text, ...(kind !== 'added' && { before: left }), ...(kind !== 'removed' && { after: right }) })
    }
  }
  const count = (kind: ChangedLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { lines, added: count('added'), removed: count('removed') }
}

export type Hunk =
  | { readonly kind: 'lines'; readonly lines: readonly ChangedLine[] }
  | { readonly kind: 'gap'; readonly count: number }

/** Changed lines with a little of what is around them; the rest is counted. */
export function changedHunks(lines: readonly ChangedLine[], around = 3): readonly Hunk[] {
  const near = new Uint8Array(lines.length)
  lines.forEach((line, index) => {
    if (line.kind !== 'same') near.fill(1, Math.max(0, index - around), index + around + 1)
  })
  const hunks: Hunk[] = []
  for (let at = 0; at < lines.length; ) {
    const shown = near[at] === 1
    let end = at
    while (end < lines.length && (near[end] === 1) === shown) end += 1
    hunks.push(shown ? { kind: 'lines', lines: lines.slice(at, end) } : { kind: 'gap', count: end - at })
    at = end
  }
  return hunks
}

interface LinePair {
  readonly before?: ChangedLine
  readonly after?: ChangedLine
}

/** Beside each other: what is the same in both, and each run of changes from its top; the shorter side has nothing at its end. */
export function pairedLines(lines: readonly ChangedLine[]): readonly LinePair[] {
  const pairs: LinePair[] = []
  let [removed, added]: [ChangedLine[], ChangedLine[]] = [[], []]
  const endRun = () => {
    for (let row = 0; row < Math.max(removed.length, added.length); row++) {
      const [before, after] = [removed[row], added[row]]
      pairs.push({ ...(before && { before }), ...(after && { after }) })
    }
    ;[removed, added] = [[], []]
  }
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line)
    else if (line.kind === 'added') added.push(line)
    else {
      endRun()
      const { after: _, ...before } = line
      pairs.push({ before, after: line })
    }
  }
  endRun()
  return pairs
}
