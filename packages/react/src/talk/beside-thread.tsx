import { useAui } from '@assistant-ui/react'
import type { Conversation, ThreadState } from '@parley/browser'
import { FileText, ScrollText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTalkWords } from '../language/talk-words.ts'
import type { OfferedModel } from '../model/model-list.ts'
import { Chip, Chips } from '../parts/chip.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { useSoughtAddress } from '../studio/thread-address.ts'
import JumpToMessage from '../thread/jump/jump-to-message.tsx'
import { PROJECT_FILE } from './instructions.ts'
import { onPromptsWanted } from './prompts/prompts-door.ts'
import { SummaryOffer } from './summary-offer.tsx'
import { useInstructions } from './use-instructions.ts'
import { useWrittenTitle } from './use-written-title.ts'

const PromptsDialog = fetchedPart(() => import('./prompts/prompts-dialog.tsx'))

interface BesideThreadProps {
  readonly services: StudioServices
  readonly conversation: Conversation
  readonly state: ThreadState
  /** Whom the next request goes to. Absent: nobody knows yet. */
  readonly model: OfferedModel | undefined
}

/** What an open conversation has around it beside cards and composer: none of it is needed to begin. */
export default function BesideThread({ services, conversation, state, model }: BesideThreadProps) {
  const address = useSoughtAddress()
  useWrittenTitle(conversation, state, model?.demo === false)
  return (
    <>
      {address !== '' && <JumpToMessage address={address} conversation={conversation} state={state} />}
      <SummaryOffer conversation={conversation} state={state} contextTokens={model?.contextTokens} />
      <InstructionChips services={services} threadId={conversation.id} />
      <PromptsRoom />
    </>
  )
}

/** Whatever speaks to the model unseen is in sight. */
function InstructionChips({ services, threadId }: { readonly services: StudioServices; readonly threadId: string }) {
  const words = useTalkWords()
  const [known, keep] = useInstructions(services, threadId)
  if (!known) return null
  const { instructions, project } = known
  const readsProject = project !== undefined && !instructions.skipsProject
  if (instructions.own === '' && !readsProject) return null
  return (
    <Chips label={words.instructions.title} testId="instructions">
      {instructions.own !== '' && (
        <Chip
          icon={ScrollText}
          text={words.instructions.set}
          hint={instructions.own}
          verb={words.instructions.toGeneral}
          onRemove={() => keep({ ...instructions, own: '' })}
        />
      )}
      {readsProject && (
        <Chip
          icon={FileText}
          text={words.instructions.project({ path: PROJECT_FILE })}
          hint={project}
          verb={words.instructions.leaveOut}
          onRemove={() => keep({ ...instructions, skipsProject: true })}
        />
      )}
    </Chips>
  )
}

function PromptsRoom() {
  const aui = useAui()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onPromptsWanted(() => setOpen(true)), [])
  if (!isOpen) return null
  const { text } = aui.composer.getState()
  const insert = (prompt: string) => {
    aui.composer.setText(text === '' ? prompt : `${text}\n${prompt}`)
    // The dialog holds the focus until it is gone.
    setTimeout(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
  }
  return (
    <WhenFetched waiting={null} failed={null}>
      <PromptsDialog written={text} onInsert={insert} onClose={() => setOpen(false)} />
    </WhenFetched>
  )
}
