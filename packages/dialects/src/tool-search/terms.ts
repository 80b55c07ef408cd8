/** Scripts that put no blanks between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const RUN = new RegExp(String.raw`[${UNSPACED}]+|[[\p{L}\p{M}\p{N}]--[${UNSPACED}]]+`, 'gv')
const IS_UNSPACED = new RegExp(String.raw`^[${UNSPACED}]`, 'v')

/**
 * The terms of a text, in lower case and without accents: words, `camelCase` and `snake_case` taken apart. Where words are not
 * set apart by blanks, each pair of neighbouring characters is a term: 天气预报 → 天气, 气预, 预报.
 */
export function termsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
  return (plain.match(RUN) ?? []).flatMap((run) => (IS_UNSPACED.test(run) ? pairsOf([...run]) : [run]))
}

function pairsOf(characters: readonly string[]): readonly string[] {
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const SHORTEST_STEM = 4

/** How far two terms are the same: `issue` and `issues` nearly, `wetter` and `wetterbericht` half. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= SHORTEST_STEM && long.startsWith(short) ? short.length / long.length : 0
}
