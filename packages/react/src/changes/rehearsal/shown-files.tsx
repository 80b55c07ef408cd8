import type { Conversation } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { CopyCheck, Files } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { Button } from '../../parts/button.tsx'
import type { StudioServices } from '../../studio/studio-services.ts'
import { useRehearsal } from './use-rehearsal.ts'

interface ShownFilesProps {
  readonly services: Pick<StudioServices, 'filesOf' | 'rehearsalOf'>
  readonly threadId: string
  /** Absent: it is not open yet. */
  readonly conversation: Conversation | undefined
  /** What is not shown stays as it is: somebody may be writing in it. */
  readonly stays?: true
  readonly children: (files: FileSystem, which: Which) => ReactNode
}

type Which = 'copy' | 'yours'

/** The files that things are done to: those of the copy while the conversation rehearses. A band says which they are, and shows the others. */
export function ShownFiles({ services, threadId, conversation, stays, children }: ShownFilesProps) {
  const { mode, waits } = useRehearsing(conversation)
  const copy = useRehearsal(waits ? services : NONE, threadId)?.files
  const [chosen, setChosen] = useState<Which>()
  const which = copy ? (chosen ?? (mode === 'rehearse' ? 'copy' : 'yours')) : 'yours'
  return (
    <>
      {copy && <WhichFiles which={which} onChoose={setChosen} />}
      <Pane shown={which === 'yours'} stays={stays}>
        {children(services.filesOf(threadId), 'yours')}
      </Pane>
      {copy && (
        <Pane shown={which === 'copy'} stays={stays}>
          {children(copy, 'copy')}
        </Pane>
      )}
    </>
  )
}

const NONE = {}

function useRehearsing(conversation: Conversation | undefined) {
  const state = useSyncExternalStore(
    (listener) => conversation?.subscribe(listener) ?? (() => {}),
    () => conversation?.getSnapshot(),
  )
  return { mode: state?.mode, waits: state?.rehearses === true }
}

interface PaneProps {
  readonly shown: boolean
  readonly stays: true | undefined
  readonly children: ReactNode
}

function Pane({ shown, stays, children }: PaneProps) {
  if (!shown && !stays) return null
  return (
    <div hidden={!shown} className="flex min-h-0 flex-1 flex-col [&[hidden]]:hidden">
      {children}
    </div>
  )
}

function WhichFiles({ which, onChoose }: { readonly which: Which; readonly onChoose: (which: Which) => void }) {
  const words = useLateWords()
  const isCopy = which === 'copy'
  const Icon = isCopy ? CopyCheck : Files
  return (
    <div
      data-testid="which-files"
      data-which={which}
      className={`mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border px-2 py-1 text-[13px] ${isCopy ? 'border-parley/40 bg-parley-wash font-medium text-parley' : 'border-line bg-well text-soft'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span role="status" className="min-w-40 flex-1">
        {isCopy ? words.rehearsal.onCopy : words.rehearsal.onYours}
      </span>
      <Button onClick={() => onChoose(isCopy ? 'yours' : 'copy')} className="min-h-7">
        {isCopy ? words.rehearsal.showYours : words.rehearsal.showCopy}
      </Button>
    </div>
  )
}
