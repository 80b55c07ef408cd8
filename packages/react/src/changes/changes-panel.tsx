import type { Conversation } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { useId, useMemo } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { type ChangedTurn, changedTurns } from './changed-turns.ts'
import { ChangesReview } from './changes-review.tsx'

interface ChangesPanelProps {
  readonly conversation: Conversation
  readonly services: Pick<StudioServices, 'toolsOf'>
  readonly files: FileSystem
  /** The key of a call of the turn that is reviewed, or `all`. Absent: the last one that changed files. */
  readonly turn: string | undefined
  readonly onTurn: (turn: string) => void
}

const ALL = 'all'

/** What calls changed: in one turn, or in the whole conversation. */
export default function ChangesPanel({ conversation, services, files, turn, onTurn }: ChangesPanelProps) {
  const words = useLateWords()
  const { messages, calls } = useThreadState(conversation)
  const turns = useMemo(() => {
    const tools = services.toolsOf(conversation.id)
    return changedTurns({ find: (name) => tools.find(({ spec }) => spec.name === name) }, { messages, calls })
  }, [services, conversation, messages, calls])
  const shown = turns.find((one) => turn !== undefined && one.calls.includes(turn)) ?? turns.at(-1)
  if (!shown) return <p className="text-sm text-soft">{words.changes.untouched}</p>
  const reviewed = turn === ALL ? turns.flatMap((one) => one.calls) : shown.calls
  return (
    <>
      {turns.length > 1 && <TurnPicker turns={turns} shown={turn === ALL ? undefined : shown} onTurn={onTurn} />}
      <ChangesReview key={reviewed[0]} files={files} calls={reviewed} />
    </>
  )
}

interface TurnPickerProps {
  readonly turns: readonly ChangedTurn[]
  /** Absent: all of them. */
  readonly shown: ChangedTurn | undefined
  readonly onTurn: (turn: string) => void
}

function TurnPicker({ turns, shown, onTurn }: TurnPickerProps) {
  const words = useLateWords()
  const id = useId()
  return (
    <div className="mb-2 flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-faint">
        {words.changes.turn}
      </label>
      <select
        id={id}
        value={shown?.calls[0] ?? ALL}
        onChange={(event) => onTurn(event.target.value)}
        className="min-h-8 min-w-0 flex-1 rounded-lg border border-line bg-sheet px-2 text-[13px] pointer-coarse:min-h-11"
      >
        <option value={ALL}>{words.changes.all}</option>
        {turns.map(({ question, calls: [first] }) => (
          <option key={first} value={first}>
            {question.slice(0, 80)}
          </option>
        ))}
      </select>
    </div>
  )
}
