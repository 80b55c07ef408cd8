import type { Effect } from '@parley/browser'
import { Characters } from '../../code/characters.tsx'
import { useShowAside } from '../../studio/side/side-place.ts'

interface Piece {
  readonly text: string
  readonly path?: string
}

/** `wrote /a.md · Undo` in pieces, those that name a file apart. The longest name that fits is meant. */
export function piecesOf(text: string, paths: readonly string[]): readonly Piece[] {
  const named = paths.filter((path) => text.includes(path)).toSorted((one, other) => other.length - one.length)
  return named.reduce<readonly Piece[]>(
    (pieces, path) => pieces.flatMap((piece) => (piece.path === undefined ? cut(piece.text, path) : piece)),
    [{ text }],
  )
}

const cut = (text: string, path: string): readonly Piece[] =>
  text
    .split(path)
    .flatMap((part, index) => [...(index > 0 ? [{ text: path, path }] : []), ...(part === '' ? [] : [{ text: part }])])

/** A sentence in which the names of files lead to them, where there is a side to show them. */
export function WithPaths({ text, effects }: { readonly text: string; readonly effects: readonly Effect[] }) {
  const show = useShowAside()
  if (!show) return <Characters text={text} />
  const paths = effects.flatMap((effect) => ('path' in effect && effect.kind !== 'delete-files' ? effect.path : []))
  return piecesOf(text, paths).map((piece, index) =>
    piece.path === undefined ? (
      <Characters key={index} text={piece.text} />
    ) : (
      <button
        key={index}
        type="button"
        data-path={piece.path}
        onClick={() => show({ tab: 'preview', path: piece.text })}
        className="rounded text-parley underline underline-offset-2"
      >
        <Characters text={piece.text} />
      </button>
    ),
  )
}
