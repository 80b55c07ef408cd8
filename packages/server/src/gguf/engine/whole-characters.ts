/** Bytes of characters as UTF-8 has them; `broken`: no character begins or goes on so. */
type Standing = 'whole' | 'open' | 'broken'

/** Second bytes that make a character too long for what it says, half of a pair, or no character at all. */
const SECOND: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
}

const lengthBy = (lead: number): number =>
  lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0

/** How bytes stand that begin with a character, and where the last one begins that is not whole. */
export function standing(bytes: Uint8Array): { readonly is: Standing; readonly tail: Uint8Array } {
  let at = 0
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0
    const length = lengthBy(lead)
    if (length === 0) return { is: 'broken', tail: bytes.subarray(at) }
    const [least, most] = SECOND[lead] ?? [0x80, 0xbf]
    for (let place = 1; place < length; place++) {
      const byte = bytes[at + place]
      if (byte === undefined) return { is: 'open', tail: bytes.subarray(at) }
      const isGood = place === 1 ? byte >= least && byte <= most : byte >= 0x80 && byte <= 0xbf
      if (!isGood) return { is: 'broken', tail: bytes.subarray(at) }
    }
    at += length
  }
  return { is: 'whole', tail: bytes.subarray(at) }
}

const SIGNS: ReadonlyMap<string, number> = (() => {
  let extra = 256
  return new Map(
    Array.from({ length: 256 }, (_, byte) => {
      const isKept = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
      return [String.fromCodePoint(isKept ? byte : extra++), byte] as const
    }),
  )
})()

/** The bytes of a token, as its vocabulary spells them: a sign for each byte, or `<0xE4>` for those that are no text. */
function bytesOf(text: string, spelling: string): Uint8Array {
  const single = /^<0x([0-9A-F]{2})>$/.exec(text)?.[1]
  if (single !== undefined) return Uint8Array.of(Number.parseInt(single, 16))
  if (spelling !== 'gpt2') return new TextEncoder().encode(text)
  return Uint8Array.from(text, (sign) => SIGNS.get(sign) ?? 0x3f)
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => Uint8Array.from([...one, ...other])

/** Follows one text. */
export interface Following<Ban> {
  /** The next token was chosen. */
  take(token: number): void
  /** Whether the last character has all of its bytes, or never will. */
  isWhole(): boolean
  /** Tokens that may not come next. Undefined: all may that a grammar allows. */
  banned(): Ban | undefined
}

const NOTHING = new Uint8Array()
const goesOn = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0

/**
 * Says which tokens would spoil a character. A grammar counts characters, and llama.cpp takes for one what only looks so by its lengths: three bytes
 * that say less than two could are one to it, and three broken ones to whoever reads them, so that a text grows beyond what was allowed.
 * `ban` makes of tokens what the engine takes as a ban of them.
 */
export function wholeCharacters<Ban>(
  vocabulary: readonly string[],
  spelling: string,
  ban: (tokens: readonly number[]) => Ban,
): () => Following<Ban> {
  const parts = new Map<number, Uint8Array>()
  for (const [token, text] of vocabulary.entries()) {
    const bytes = bytesOf(text, spelling)
    if (standing(bytes).is !== 'whole') parts.set(token, bytes)
  }
  const known = new Map<string, Ban | undefined>()
  const bannedAfter = (open: Uint8Array): Ban | undefined => {
    // Those that begin with the wrong kind of byte are refused by the grammar itself, and most are of these.
    const passing = [...parts].filter(([, bytes]) => goesOn(bytes[0]) === open.length > 0)
    const bad = passing.filter(([, bytes]) => standing(joined(open, bytes)).is === 'broken').map(([token]) => token)
    return bad.length === 0 ? undefined : ban(bad)
  }
  return () => {
    let open: Uint8Array = NOTHING
    return {
      take(token) {
        const bytes = parts.get(token)
        const { is, tail } = standing(bytes ? joined(open, bytes) : NOTHING)
        // What is broken is not mended by waiting.
        open = is === 'open' ? tail : NOTHING
      },
      isWhole: () => open.length === 0,
      banned() {
        const key = open.join(' ')
        if (!known.has(key)) known.set(key, bannedAfter(open))
        return known.get(key)
      },
    }
  }
}
