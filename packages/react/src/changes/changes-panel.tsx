import type { Conversation } from '@parley/browser'
import type { FileSystem, Path } from '@parley/browser/files'
import { Columns2, Maximize2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { useFocusKept } from '../parts/use-focus-kept.ts'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { useWide } from '../studio/use-wide.ts'
import { type ChangedTurn, changedTurns } from './changed-turns.ts'
import { ChangesReview, type ChangesReviewProps } from './changes-review.tsx'
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
/** Below this the review fills the screen already. */
const FULL_FROM = 1100

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
      <Review key={reviewed[0]} files={files} calls={reviewed} />
    </>
  )
}

/** In the side, and on a screen that has the room also all over it, with both texts beside each other. */
function Review(props: Pick<ChangesReviewProps, 'files' | 'calls'>) {
  const words = useLateWords()
  const [chosen, onChoose] = useState<Path>()
  const [isFull, setFull] = useState(false)
  const [sideBySide, setSideBySide] = useState(true)
  const hasRoom = useWide(FULL_FROM)
  const shared = { ...props, chosen, onChoose }
  return (
    <>
      {hasRoom && (
        <div className="flex justify-end">
          <Button tone="quiet" data-action="full-screen" onClick={() => setFull(true)}>
            <Maximize2 aria-hidden="true" className="size-3.5" />
            {words.changes.full}
          </Button>
        </div>
      )}
      <ChangesReview {...shared} />
      <Dialog open={isFull} onClose={() => setFull(false)} title={words.changes.review} shape="screen">
        <div className="mb-2">
          <Button tone={sideBySide ? 'plain' : 'quiet'} aria-pressed={sideBySide} onClick={() => setSideBySide(!sideBySide)}>
            <Columns2 aria-hidden="true" className="size-3.5" />
            {words.changes.sideBySide}
          </Button>
        </div>
        <ChangesReview {...shared} sideBySide={sideBySide} />
      </Dialog>
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
