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
