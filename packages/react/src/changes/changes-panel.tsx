import type { Conversation } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { useMemo, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { useFocusKept } from '../parts/use-focus-kept.ts'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { type ChangedTurn, changedTurns } from './changed-turns.ts'
import { ChangesReview } from './changes-review.tsx'
import { RehearsalReview } from './rehearsal/rehearsal-review.tsx'
import { RehearsedCalls } from './rehearsal/rehearsed-calls.tsx'
import { useRehearsal } from './rehearsal/use-rehearsal.ts'

interface ChangesPanelProps {
  readonly conversation: Conversation
  readonly services: Pick<StudioServices, 'toolsOf' | 'rehearsalOf' | 'filesOf'>
  readonly files: FileSystem
  /** The key of a call of the turn that is reviewed, or `all`. Absent: the last one that changed files. */
  readonly turn: string | undefined
  readonly onTurn: (turn: string) => void
}

const ALL = 'all'

/** What waits on a copy, and else what calls changed: in one turn, or in the whole conversation. */
export default function ChangesPanel(props: ChangesPanelProps) {
  const { conversation, services } = props
  const state = useThreadState(conversation)
  // Somebody may be in the middle of it when the last change is kept: then it can still be taken back.
  const [rehearses, setRehearses] = useState(false)
  if (state.rehearses && !rehearses) setRehearses(true)
  const rehearsal = useRehearsal(rehearses ? services : NONE, conversation.id)
  const place = useRef<HTMLDivElement>(null)
  useFocusKept(place)
  const done = <TurnsPanel {...props} />
  const executor = { find: (name: string) => services.toolsOf(conversation.id).find(({ spec }) => spec.name === name) }
  return (
    <div ref={place} className="flex min-h-0 flex-1 flex-col">
      {rehearsal ? (
        <RehearsalReview rehearsal={rehearsal} files={services.filesOf(conversation.id)} otherwise={done}>
          <RehearsedCalls rehearsal={rehearsal} state={state} executor={executor} />
        </RehearsalReview>
      ) : (
        done
      )}
    </div>
  )
}

const NONE = {}

function TurnsPanel({ conversation, services, files, turn, onTurn }: ChangesPanelProps) {
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
  const questions = turns.flatMap(({ question, calls: [first] }) =>
    first === undefined ? [] : [{ value: first, title: question.slice(0, 80) }],
  )
  return (
    <div className="mb-2">
      <LabelledSelect
        label={words.changes.turn}
        choices={[{ value: ALL, title: words.changes.all }, ...questions]}
        value={shown?.calls[0] ?? ALL}
        onValue={onTurn}
      />
    </div>
  )
}
