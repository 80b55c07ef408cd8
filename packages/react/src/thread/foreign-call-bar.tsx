import type { AnswerMessage, Conversation } from '@parley/browser'
import { Languages } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadCatalog } from '../lab/load-catalog.ts'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'
import { useOpenState, useOpenThread } from './open-thread.tsx'

/** Whoever comes back to a thread need not have its answer read again. */
const looked = new WeakMap<AnswerMessage, Promise<string | undefined>>()

/** The title of the dialect that the calls of an answer are written in. Absent: it has none. */
async function lookFor(conversation: Conversation, message: AnswerMessage): Promise<string | undefined> {
  const [call] = await conversation.foreignCalls(message.id)
  if (!call) return undefined
  const { catalog } = await loadCatalog()
  return catalog.find(({ id }) => id === call.dialect)?.title ?? call.dialect ?? call.name
}

function useForeignDialect(conversation: Conversation, message: AnswerMessage | undefined): string | undefined {
  const [found, setFound] = useState<{ readonly in: AnswerMessage; readonly title: string | undefined }>()
  useEffect(() => {
    if (!message) return
    const looking = looked.get(message) ?? lookFor(conversation, message)
    looked.set(message, looking)
    let left = false
    looking.then(
      (title) => left || setFound({ in: message, title }),
      // The grammars could not be fetched: the answer stays what it is, and the next look may have them.
      () => looked.delete(message),
    )
    return () => {
      left = true
    }
  }, [conversation, message])
  return found && found.in === message ? found.title : undefined
}

/** Offers to read the last answer once more, where another dialect than the expected one finds a call in it. */
export default function ForeignCallBar() {
  const words = useWords()
  const { conversation } = useOpenThread()
  const { messages, status, server } = useOpenState()
  const { problem, busy, press } = usePress()
  const last = messages.at(-1)
  const isRead = status.kind === 'idle' && !server && last?.role === 'assistant' && last.progress === 'whole'
  const title = useForeignDialect(conversation, isRead ? last : undefined)
  if (title === undefined || !last) return null
  return (
    <div
      data-testid="foreign-call"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-well/60 px-4 py-3 text-sm text-soft"
    >
      <Languages aria-hidden="true" className="size-4" />
      <span className="min-w-0 flex-1 basis-52">{words.thread.foreignCall({ dialect: title })}</span>
      <Button disabled={busy} onClick={() => press(() => conversation.readAgain(last.id))}>
        {words.thread.readAgain}
      </Button>
      <Problem text={problem} />
    </div>
  )
}
