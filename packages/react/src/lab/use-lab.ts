import { isJsonObject, type JsonValue, type ToolSpec } from '@parley/dialects'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Unanswered } from '../parts/worker/asked-worker.ts'
import type { LabFiles } from './model-file.ts'
import { createLabWorker } from './worker/ask-lab.ts'
import type { Finding, LabQuestion, Readings } from './worker/lab-question.ts'

/** What came of the files: nothing yet, something, or nothing in time. */
export type Found = Finding | 'looking' | 'slow' | 'failed' | undefined

export interface Lab {
  readonly found: Found
  readonly readings: Readings | undefined
  /** The shape as it stands in the editor. Undefined: there is none. */
  readonly shape: string | undefined
  /** Why what stands there is no JSON. */
  readonly badJson: string | undefined
  setShape(text: string | undefined): void
  open(files: LabFiles): void
}

const failure = (error: unknown): 'slow' | 'failed' => (error instanceof Unanswered && error.slow ? 'slow' : 'failed')

function jsonOf(text: string | undefined): { readonly value?: JsonValue; readonly problem?: string } {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? { value } : { problem: '{ … }' }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : '' }
  }
}

interface Asking {
  readonly text: string
  readonly tools: readonly ToolSpec[]
  readonly found: Found
  /** The shape that stands in the editor. */
  readonly edited: JsonValue | undefined
}

/** The shape is sent where it speaks: where the dialect was made of it, or somebody changed it. */
function questionOf({ text, tools, found, edited }: Asking): Extract<LabQuestion, { kind: 'answer' }> | undefined {
  if (found === 'looking') return undefined
  // What could not be examined says nothing of how an answer is read.
  if (typeof found === 'string') return plain(text, tools)
  const known = found?.ok ? found : undefined
  const changed = JSON.stringify(edited) !== JSON.stringify(known?.shape)
  return {
    ...plain(text, tools),
    ...((changed || known?.by === 'derived') && edited !== undefined && { shape: edited }),
    ...(known?.knownAs !== undefined && { knownAs: known.knownAs }),
    startsInReasoning: known?.startsInReasoning ?? false,
  }
}

const plain = (text: string, tools: readonly ToolSpec[]) => ({ kind: 'answer', text, tools, startsInReasoning: false }) as const

/** Everything that is examined is examined in a worker, the newest question last. */
export function useLab(text: string, tools: readonly ToolSpec[]): Lab {
  const [worker] = useState(() => createLabWorker())
  const [found, setFound] = useState<Found>()
  const [shape, setShape] = useState<string>()
  const [readings, setReadings] = useState<Readings>()
  const answer = useDeferredValue(text)
  const newest = useRef(0)
  useEffect(() => () => worker.close(), [worker])
  const given = useMemo(() => jsonOf(shape), [shape])
  const question = useMemo(() => questionOf({ text: answer, tools, found, edited: given.value }), [answer, tools, found, given])
  useEffect(() => {
    if (!question) return
    const mine = ++newest.current
    const isNewest = () => mine === newest.current
    void worker.ask(question).then(
      (told) => isNewest() && setReadings(told),
      (error: unknown) => isNewest() && setFound(failure(error)),
    )
  }, [worker, question])
  const look = async (files: LabFiles) => {
    try {
      const finding = await worker.ask({ kind: 'files', files })
      setFound(finding)
      setShape(finding.ok && finding.shape ? JSON.stringify(finding.shape, null, 2) : undefined)
    } catch (error) {
      setFound(failure(error))
    }
  }
  return {
    found,
    readings,
    shape,
    badJson: given.problem,
    setShape,
    open(files) {
      setFound('looking')
      void look(files)
    },
  }
}
