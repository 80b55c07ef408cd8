const encoder = new TextEncoder()
const PIECE = 65_536

/**
 * The UTF-8 of a text, U+FFFD for half a pair. A long text goes piece by piece into room that was taken once: `encode` makes
 * the bytes in one place and copies them to another, and takes more than twice as long.
 */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (text.length <= PIECE) return encoder.encode(text)
  const room = new Uint8Array(text.length * 3)
  let written = 0
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfPiece(text, start)
    written += encoder.encodeInto(text.slice(start, end), room.subarray(written)).written
  }
  return room.subarray(0, written)
}

/** Never between the halves of a pair: 😀 is U+D83D U+DE00, and each of them alone becomes U+FFFD. */
function endOfPiece(text: string, start: number): number {
  const end = start + PIECE
  if (end >= text.length) return text.length
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end
}
