/** How much two texts have in common at their beginnings. A token that is only begun is not common. */
export function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  const common = one.slice(0, length)
  const open = Math.max(common.lastIndexOf('<'), common.lastIndexOf('['))
  const torn = open >= 0 && !/[>\]]/.test(common.slice(open)) && length < Math.max(one.length, other.length)
  return torn ? common.slice(0, open) : common
}

/** The same at their ends: it begins with a token. */
export function commonEnd(one: string, other: string): string {
  let length = 0
  while (length < one.length && length < other.length && one.at(-1 - length) === other.at(-1 - length)) length++
  const common = one.slice(one.length - length)
  const isWhole = length === one.length || length === other.length
  const close = (isWhole ? /^[^<\n]*>/ : /^[^<[\n]*(?:[>\]]|(?=\n))/).exec(common)?.[0] ?? ''
  return common.slice(close.length)
}

/** A turn without what the prompt ends with, where the turn says that again. */
export function withoutPrompt(turn: string, prompt: string): string {
  const bare = turn.trimStart()
  const again = endAtStart(bare, prompt.trimEnd())
  if (tokensIn(again).length > 0) return bare.slice(again.length)
  const lead = /^(?:\s*<[^<>\s]+>){1,16}/.exec(turn)?.[0] ?? ''
  const last = tokensIn(prompt)
  for (let tokens = tokensIn(lead); tokens.length > 0; tokens = tokens.slice(0, -1))
    if (last.slice(-tokens.length).join('') === tokens.join('')) {
      const token = tokens.at(-1) ?? ''
      return turn.slice(turn.indexOf(token) + token.length)
    }
  return turn
}

/** Nothing that a prompt ends with is longer, and every length is tried. */
const MOST_AGAIN = 500

/** How much of the beginning of a text is the end of another. */
function endAtStart(text: string, other: string): string {
  for (let length = Math.min(text.length, other.length, MOST_AGAIN); length > 0; length--)
    if (other.endsWith(text.slice(0, length))) return text.slice(0, length)
  return ''
}

/** The special tokens and tags in a text: `<|end|>`, `</tool_call>`, `<invoke name="f">`, `[TOOL_CALLS]`. */
export const tokensIn = (text: string): readonly string[] => text.match(TOKENS) ?? []
const TOKENS = /<[^<>\s]{1,100}(?:\s[^<>]{0,100})?>|\[\/?[A-Z_]{2,50}\]/g

/** What a token is about, whether it opens or closes that: `<|tool_call_begin|>`, `</tool_call>` and `<tool_call|>` are alike. */
const stemOf = (token: string): string =>
  (/^[<[|｜/]*([^=\s>|｜\]]*)/.exec(token)?.[1] ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^(?:begin|start|end|open|close)$/.test(word))
    .join('')

/** The first token behind a place that closes nothing which was opened before it: that one ends the turn. */
export function endToken(answer: string, from: number): string | undefined {
  const opened = new Set(tokensIn(answer.slice(0, from)).map(stemOf))
  return tokensIn(answer.slice(from)).find((token) => stemOf(token) !== '' && !opened.has(stemOf(token)))
}
