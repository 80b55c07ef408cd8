/** A piece of a name: a word (`coder`, `8b`, `2507`), or the numbers of a version. */
export type NameToken = string | readonly number[]

/** What a file says of how it was packed, and not of who speaks: `Q4_K_M`, `IQ2_XXS`, `BF16`, `4bit`, `w4a16`, `6.0bpw`. */
const PACKING =
  /(?<![a-z0-9])(?:(?:ud-)?(?:i?q|tq)\d(?:_[a-z0-9]{1,3})*|(?:mx|nv)?(?:fp|bf|int|f)\d+|w\d+a\d+|\d+-?bits?|\d+(?:\.\d+)?bpw)(?![a-z0-9])/g

/** `Llama-3_3` and `llama3-1-8b`: a version whose dot an address or a file system did not take. */
const LOST_DOT = /(?<=[a-z-]\d)[-_](?=\d(?![\d.a-z]))/g

/** A size (`8b`, `270m`, `1t`), a number, or letters. */
const PIECES = /\d+(?:\.\d+)?[bmt](?![a-z0-9])|\d+(?:\.\d+)*|[a-z]+/g

/** `Qwen3-30B-A3B-Q4_K_M.gguf` → `qwen`, 3, `30b`, `a`, `3b`, `gguf`. A `v` before a version says nothing. */
export function nameTokens(name: string): readonly NameToken[] {
  const plain = name.toLowerCase().replaceAll(PACKING, ' ').replaceAll(LOST_DOT, '.')
  const pieces = plain.match(PIECES) ?? []
  return pieces
    .map((piece) => (isVersion(piece) ? piece.split('.').map(Number) : piece))
    .filter((token, place, all) => token !== 'v' || !isNumbers(all[place + 1]))
}

/** A name may come with folders, an organisation or a server in front: `hf.co/unsloth/Qwen3-8B-GGUF`. The last of them says most. */
export function nameSegments(name: string): readonly string[] {
  return name.split(/[/\\]/).filter(Boolean).toReversed()
}

/** Dates (`2507`, `0324`) and counts (`00001`) are no versions. */
const isVersion = (piece: string): boolean => /^(?!0\d)\d{1,3}(\.\d+)*$/.test(piece)

export const isNumbers = (token: NameToken | undefined): token is readonly number[] => typeof token === 'object'

/** Below zero: `a` is the older one. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Words in a model's name by which it is known to think aloud before it answers. Names are compared as `qwen3-8b` is written. */
const THINKS: readonly RegExp[] = [
  /\b(thinking|thinker|reasoning|reasoner)\b/,
  /\bdeepseek-r\d/,
  /\br1-(distill|\d)/,
  /\bq[wv]q\b/,
  /\bqwen-?3/,
  /\bglm-(4\.[5-9]|[5-9]|z\d)/,
  /\bkimi-k(2\.[5-9]|[3-9])/,
  /\bgpt-oss\b/,
  /\bmagistral\b/,
  /\bminimax-m\d/,
  /\bernie-x\d/,
  /\bhunyuan-(a13b|t1)/,
  /\bseed-oss\b/,
  /\bstep-?3/,
  /\bexaone-deep\b/,
  /\bring-(lite|mini|flash|\d)/,
  /\bmimo\b/,
  /\bskywork-or1\b/,
  /\bmarco-o1\b/,
]

/** Members of those families that answer at once, and models that do not answer at all. */
const ANSWERS: readonly RegExp[] = [/\b(non?-?think(ing)?|non-reasoning|instruct|coder|base|embedding|reranker)\b/]

/** Whether a model of this name thinks aloud before it answers, whoever serves it and in whatever size. */
export function isReasoningModel(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[\s_:/]+/g, '-')
  if (ANSWERS.some((pattern) => pattern.test(plain))) return false
  return THINKS.some((pattern) => pattern.test(plain))
}
