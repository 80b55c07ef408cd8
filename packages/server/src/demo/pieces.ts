/** Lengths without a pattern that would spare markers or characters of two units. */
const LENGTHS = [3, 1, 7, 2, 11, 5, 1, 4, 9, 2, 6]

/** Cuts text as a tokenizer would not: anywhere. `length` 0: pieces of varying length. */
export function cutText(text: string, length: number): readonly string[] {
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = length > 0 ? length : (LENGTHS[turn % LENGTHS.length] ?? 1)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

/** Cuts one write into two reads at a byte that moves along, so that every multi-byte character is cut one day. */
export function cutBytes(bytes: Uint8Array, turn: number): readonly Uint8Array[] {
  const at = 1 + ((turn * 13) % Math.max(1, bytes.length - 1))
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
