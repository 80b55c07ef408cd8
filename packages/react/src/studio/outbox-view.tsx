import type { AssistantRuntime } from '@assistant-ui/react'
import type { Sentence } from '@parley/dialects'
import type { ReactNode } from 'react'
import { useTakenIn } from '../files/use-taken-in.ts'
import { refusalSentence } from '../language/sentences.ts'
import { fetchedPart, partBesideComposer, WhenFetched } from '../parts/fetched.tsx'
import { attachmentsOf } from '../thread/attached/use-attachments.ts'
import { Composer } from '../thread/composer.tsx'
import { useKeptDraft } from '../thread/kept-draft.ts'
import type { QueuedMessage } from '../thread/queue/message-queue.ts'
import type { StudioServices } from './studio-services.ts'
import { type Outbox, writeMore } from './use-outbox.ts'

const AttachMenu = partBesideComposer(() => import('../thread/attached/attach-menu.tsx'))
const AttachmentChips = fetchedPart(() => import('../thread/attached/attachment-chips.tsx'))
const QueueChips = fetchedPart(() => import('../thread/queue/queue-chips.tsx'))
const TakenInNote = fetchedPart(() => import('../files/taken-in-note.tsx'))

interface OutboxViewProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly outbox: Outbox
  readonly runtime: AssistantRuntime
  readonly chips: ReactNode
  readonly gauge: ReactNode
  readonly completion: ReactNode
  readonly onProblem: (problem: Sentence | undefined) => void
  readonly onStop: () => void
}

/** What is to be said: in line, attached, and being written. */
export function OutboxView({ services, threadId, outbox, runtime, onProblem, onStop, ...around }: OutboxViewProps) {
  const { attachments, isBusy } = outbox
  const files = services.filesOf(threadId)
  const taking = useTakenIn(
    files,
    services.areas.map(({ at }) => at),
    (taken) => {
      attachments.attach(attachmentsOf(taken))
      toComposer()
    },
  )
  const submit = async (text: string) => {
    if (isBusy) return outbox.line(text)
    const done = await outbox.say(text)
    onProblem(done.ok ? undefined : refusalSentence(done))
  }
  const last = attachments.list.at(-1)
  return (
    <>
      <InLine outbox={outbox} runtime={runtime} />
      {taking.state && (
        <Fetched>
          <TakenInNote taken={taking.state} onClose={taking.forget} />
        </Fetched>
      )}
      <Draft threadId={threadId} />
      {attachments.list.length > 0 && (
        <Fetched>
          <AttachmentChips
            attachments={attachments.list}
            files={files}
            sight={outbox.sight}
            onRemove={(gone) => attachments.forget([gone])}
          />
        </Fetched>
      )}
      <Composer
        isBusy={isBusy}
        hasMore={last !== undefined}
        onSubmit={(text) => void submit(text)}
        onDropLast={() => last && attachments.forget([last])}
        onStop={onStop}
        gauge={around.gauge}
        completion={around.completion}
        chips={
          <>
            {/* Its place is kept: what stands beside it is not pressed in passing. */}
            <WhenFetched waiting={<span className="h-8 w-9 pointer-coarse:size-11" />} failed={null}>
              <AttachMenu mcp={services.mcp} onAttach={attachments.attach} onFiles={taking.take} />
            </WhenFetched>
            {around.chips}
          </>
        }
      />
    </>
  )
}

/** Whoever has given something along goes on with the words. */
const toComposer = () => document.querySelector<HTMLElement>('[data-composer]')?.focus()

function InLine({ outbox: { queue, queued, attachments, isHeld }, runtime }: Pick<OutboxViewProps, 'outbox' | 'runtime'>) {
  if (queued.length === 0) return null
  const edit = (item: QueuedMessage) => {
    queue.remove(item.id)
    if (item.text !== '') writeMore(runtime, item.text)
    attachments.attach(item.attachments)
    toComposer()
  }
  return (
    <Fetched>
      <QueueChips
        items={queued}
        isHeld={isHeld}
        onSend={({ id }) => void queue.sendNow(id)}
        onRemove={({ id }) => queue.remove(id)}
        onEdit={edit}
      />
    </Fetched>
  )
}

const Fetched = ({ children }: { readonly children: ReactNode }) => (
  <WhenFetched waiting={null} failed={null}>
    {children}
  </WhenFetched>
)

/** Apart from the rest, which is not drawn again for every letter. */
function Draft({ threadId }: { readonly threadId: string }) {
  useKeptDraft(threadId)
  return null
}
