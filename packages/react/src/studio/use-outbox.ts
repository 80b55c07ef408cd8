import type { AssistantRuntime } from '@assistant-ui/react'
import type { Conversation, Done, ThreadState } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import type { FilePart, TextPart } from '@parley/dialects'
import { errorSentence } from '../language/sentences.ts'
import type { ModelOfThread } from '../model/use-thread-model.ts'
import { useSettings } from '../settings/use-settings.tsx'
import type { Attachment } from '../thread/attached/attachment.ts'
import type { Sight } from '../thread/attached/attachment-chips.tsx'
import { type Attachments, useAttachments } from '../thread/attached/use-attachments.ts'
import type { MessageQueue, QueuedMessage } from '../thread/queue/message-queue.ts'
import { useMessageQueue } from '../thread/queue/use-message-queue.ts'
import type { StudioServices } from './studio-services.ts'

/** All that is to be said in a conversation: what goes with the next message, and what is in line behind the answer. */
export interface Outbox {
  readonly attachments: Attachments
  readonly sight: Sight | undefined
  readonly queue: MessageQueue
  readonly queued: readonly QueuedMessage[]
  /** Whether something is under way, so that what is said waits for its end. */
  readonly isBusy: boolean
  /** Whether what is in line goes only when somebody says so. */
  readonly isHeld: boolean
  /** Says it now, with what is attached. */
  say(text: string): Promise<Done>
  /** Puts it in line, with what is attached. */
  line(text: string): void
}

type Kind = ThreadState['status']['kind']
const BUSY: ReadonlySet<Kind> = new Set(['answering', 'running', 'elsewhere'])
const HELD: ReadonlySet<Kind> = new Set(['unanswered', 'question'])

interface OutboxOptions {
  readonly services: StudioServices
  readonly conversation: Conversation
  readonly state: ThreadState
  readonly model: ModelOfThread
}

export function useOutbox({ services, conversation, state, model }: OutboxOptions): Outbox {
  const { id } = conversation
  const attachments = useAttachments(id)
  const sight = useSight(model)
  const sayWith = async (to: Conversation, text: string, list: readonly Attachment[]): Promise<Done> => {
    try {
      return await to.send(
        list.length === 0 ? text : await withAttached(text, list, { files: services.filesOf(id), sees: sight?.sees !== false }),
      )
    } catch (error) {
      const { message, words } = errorSentence(error)
      return { ok: false, error: message, ...(words && { words }) }
    }
  }
  const [queue, queued] = useMessageQueue(services, id, (to, message) => sayWith(to, message.text, message.attachments))
  const line = (text: string) => {
    queue.add({ text, attachments: attachments.list })
    attachments.forget(attachments.list)
  }
  return {
    attachments,
    sight,
    queue,
    queued,
    isBusy: BUSY.has(state.status.kind),
    isHeld: HELD.has(state.status.kind),
    async say(text) {
      const { list } = attachments
      // Sent at once, it would be answered before what was written earlier.
      if (state.status.kind === 'waiting' && queued.length > 0) {
        line(text)
        return { ok: true }
      }
      const done = await sayWith(conversation, text, list)
      // Between two steps of a turn nothing seems to be under way.
      const mustWait = !done.ok && done.words?.id === 'thread.busy'
      if (mustWait) queue.add({ text, attachments: list })
      if (done.ok || mustWait) attachments.forget(list)
      return mustWait ? { ok: true } : done
    },
    line,
  }
}

/** What its server says of the eyes of a model, unless a person knows better. */
function useSight({ chosen }: ModelOfThread): Sight | undefined {
  const [settings, change] = useSettings()
  if (!chosen) return undefined
  const sees = settings.sight[chosen.id] ?? chosen.sees
  return {
    model: chosen.label,
    ...(sees !== undefined && { sees }),
    onSay: (said) => change({ sight: { ...settings.sight, [chosen.id]: said } }),
  }
}

async function withAttached(
  text: string,
  list: readonly Attachment[],
  told: { readonly files: FileSystem; readonly sees: boolean },
): Promise<readonly (TextPart | FilePart)[]> {
  const { messageParts } = await import('../thread/attached/message-parts.ts')
  const more = await messageParts(list, told)
  return text.trim() === '' ? more : [{ type: 'text', text }, ...more]
}

/** Words from elsewhere stand in the composer, behind what the person wrote, and are not sent. */
export function writeMore({ thread: { composer } }: AssistantRuntime, text: string): void {
  const { text: written } = composer.getState()
  composer.setText(written === '' ? text : `${written}\n${text}`)
}
