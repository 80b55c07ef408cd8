import type { Sentence } from '@parley/dialects'
import { useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { errorSentence } from '../../language/sentences.ts'
import { Button } from '../../parts/button.tsx'

/** Something that was done to files, and the way back. */
export interface Done {
  readonly said: string
  /** Gives what could not be taken back, where that can be: paths that somebody changed since. */
  readonly undo: () => Promise<unknown>
}

/** Stands until something else is done, or it was taken back. */
export function UndoNote({ done, onUndone }: { readonly done: Done; readonly onUndone: () => void }) {
  const words = useLateWords()
  const [problem, setProblem] = useState<string | Sentence>()
  const undo = async () => {
    try {
      const left = await done.undo()
      if (Array.isArray(left) && left.length > 0) setProblem(words.call.conflicts({ paths: left.join(', ') }))
      else onUndone()
    } catch (error) {
      setProblem(errorSentence(error))
    }
  }
  return (
    <p role="status" className="flex items-center gap-2 rounded-lg bg-well px-3 py-1 text-[13px]">
      <span className="min-w-0 flex-1 wrap-anywhere">{problem === undefined ? done.said : words.said(problem)}</span>
      <Button tone="quiet" onClick={() => void undo()}>
        {words.action.undo}
      </Button>
    </p>
  )
}
