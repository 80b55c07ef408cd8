/** What two people made of one text. Lines keep their endings. */
export type MergedPiece =
  | { readonly kind: 'agreed'; readonly text: string }
  | { readonly kind: 'conflict'; readonly original: string; readonly copy: string }

export interface TextsToMerge {
  readonly base: string
  readonly original: string
  readonly copy: string
}

// Beyond, the comparison would hold up the page: then a person chooses between the whole texts.
const MOST_LINES = 20_000
const MOST_PAIRS = 2_000_000

/** Undefined: the texts are too large, or too much alike in too many places, to be merged line by line in time. */
export async function mergeTexts({ base, original, copy }: TextsToMerge): Promise<readonly MergedPiece[] | undefined> {
  const [one, middle, other] = [linesOf(original), linesOf(base), linesOf(copy)]
  if (one.length + middle.length + other.length > MOST_LINES) return undefined
  if (pairsIn(middle, one) + pairsIn(middle, other) > MOST_PAIRS) return undefined
  const { diff3Merge } = await import('node-diff3')
  return diff3Merge([...one], [...middle], [...other], { excludeFalseConflicts: true }).map(
    ({ ok, conflict }): MergedPiece =>
      conflict
        ? { kind: 'conflict', original: conflict.a.join(''), copy: conflict.b.join('') }
        : { kind: 'agreed', text: (ok ?? []).join('') },
  )
}

const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/).filter((line) => line !== '')

/** The comparison looks at every pair of equal lines: a thousand blank lines in each text are a million. */
function pairsIn(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1)
  return right.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
}
