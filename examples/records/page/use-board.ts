import { useCallback, useEffect, useRef, useState } from 'react'
import type { RecordBoard } from '../shared/piece-record.ts'
import type { RecordsApi } from './records-api.ts'

export type ShownBoard =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'there'; readonly board: RecordBoard }

/** The records as they stand, read again after each one that this page creates. */
export function useBoard(api: RecordsApi): readonly [ShownBoard, () => void] {
  const [shown, setShown] = useState<ShownBoard>({ kind: 'loading' })
  const newest = useRef(0)
  const load = useCallback(() => {
    const asked = ++newest.current
    // Answers may overtake each other; only the newest question's counts.
    const show = (next: ShownBoard) => asked === newest.current && setShown(next)
    api.board(AbortSignal.timeout(15_000)).then(
      (board) => show({ kind: 'there', board }),
      (error: unknown) => show({ kind: 'failed', error }),
    )
  }, [api])
  useEffect(() => {
    load()
    return api.subscribe(load)
  }, [api, load])
  return [shown, load]
}
