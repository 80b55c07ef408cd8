import type { Conversation } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { Ellipsis, FileCode2, FileText, FoldVertical, MessageSquareText, Package, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { saveAs } from '../files/save-as.ts'
import { errorSentence } from '../language/sentences.ts'
import { useTalkWords } from '../language/talk-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { Menu, type MenuChoice } from '../parts/menu.tsx'
import { Problem } from '../parts/problem.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import { useSettings } from '../settings/use-settings.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { openPrompts } from './prompts/prompts-door.ts'
import { fileName, saveThread } from './save-thread.ts'
import { useTalkDeeds } from './talk-door.ts'
import { useInstructions } from './use-instructions.ts'
import { MAY_SUM_UP, useSummarising } from './use-summarising.ts'

const InstructionsDialog = fetchedPart(() => import('./instructions-dialog.tsx'))

interface TalkMenuProps {
  readonly services: StudioServices
  readonly conversation: Conversation
}

/** What can be done with the whole conversation that is open. */
export default function TalkMenu({ services, conversation }: TalkMenuProps) {
  const words = useTalkWords()
  const tag = useLanguageTag()
  const { status, messages } = useThreadState(conversation)
  const [instructing, setInstructing] = useState(false)
  const [problem, setProblem] = useState<Sentence>()
  const { isMaking, make } = useSummarising(conversation)
  const attempt = (action: Promise<void>) => void action.catch((error: unknown) => setProblem(errorSentence(error)))
  const save = (form: 'markdown' | 'html') => attempt(saveThread(services, conversation.id, form, { words, tag }))
  const { talkMenu, summary } = words
  const isEmpty = messages.length === 0
  const choices: readonly MenuChoice[] = [
    { id: 'instructions', icon: <ScrollText />, label: talkMenu.instructions, onSelect: () => setInstructing(true) },
    { id: 'prompts', icon: <MessageSquareText />, label: talkMenu.prompts, onSelect: openPrompts },
    {
      id: 'summarise',
      icon: <FoldVertical />,
      label: summary.make,
      disabled: isMaking || !MAY_SUM_UP.has(status.kind) || isEmpty,
      onSelect: make,
    },
    { id: 'markdown', icon: <FileText />, label: talkMenu.markdown, disabled: isEmpty, onSelect: () => save('markdown') },
    { id: 'html', icon: <FileCode2 />, label: talkMenu.html, disabled: isEmpty, onSelect: () => save('html') },
    {
      id: 'capsule',
      icon: <Package />,
      label: talkMenu.capsule,
      hint: talkMenu.capsuleHint,
      disabled: isEmpty,
      onSelect: () => attempt(saveCapsule(services, conversation)),
    },
  ]
  useTalkDeeds((deed) => choices.find(({ id, disabled }) => id === deed && !disabled)?.onSelect())
  return (
    <>
      <Menu
        label={talkMenu.label}
        align="end"
        trigger={
          <IconButton label={talkMenu.label} data-testid="talk-menu">
            <Ellipsis className="size-4.5" />
          </IconButton>
        }
        choices={choices}
      />
      {instructing && (
        <WhenFetched waiting={null} failed={null}>
          <Instructing services={services} threadId={conversation.id} onClose={() => setInstructing(false)} />
        </WhenFetched>
      )}
      {problem && (
        <Dialog open onClose={() => setProblem(undefined)} title={words.fault.title}>
          <Problem text={problem} />
        </Dialog>
      )}
    </>
  )
}

interface InstructingProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly onClose: () => void
}

function Instructing({ services, threadId, onClose }: InstructingProps) {
  const [{ systemPrompt }] = useSettings()
  const [known, keep] = useInstructions(services, threadId)
  return known && <InstructionsDialog {...known} general={systemPrompt} onSave={keep} onClose={onClose} />
}

async function saveCapsule(services: StudioServices, conversation: Conversation): Promise<void> {
  const { toCapsule } = await import('../settings/data-page.tsx')
  const text = await toCapsule(services, conversation.id)
  if (text !== undefined) saveAs(`${fileName(conversation.getSnapshot().title)}.capsule.json`, text, 'application/json')
}
