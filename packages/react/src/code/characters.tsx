import { splitInvisible } from './invisible-characters.ts'

const BREAKS = new Set(['U+000D', 'U+2028', 'U+2029'])

/** Text of somebody else, with everything named that could not be seen. Where an engine breaks the line, so does this. */
export function Characters({ text }: { readonly text: string }) {
  return splitInvisible(text).map((piece, index) =>
    piece.code === undefined ? (
      piece.text
    ) : (
      <span key={`${index}:${piece.code}`}>
        <mark data-hidden-sign="" className="mx-px rounded bg-bad-wash px-1 text-[0.85em] whitespace-nowrap text-bad">
          {piece.code}
        </mark>
        {BREAKS.has(piece.code) && '\n'}
      </span>
    ),
  )
}
