import { appendEvent, type StreamEvent } from '@parley/dialects'
import type { StoredDraft } from '../storage/thread-store.ts'
import type { TurnEvent } from '../turn/turn-event.ts'

const FLUSH_MS = 400

/** Writes down an answer while it comes, in pieces, so that a page that disappears leaves what had arrived. */
export interface DraftKeeper {
  add(events: readonly TurnEvent[], parentId: string | undefined): void
  /** Waits for what is being written. The next answer starts anew. */
  end(): Promise<void>
}

export function createDraftKeeper(write: (draft: StoredDraft) => Promise<void>): DraftKeeper {
  let current: { messageId: string; parentId?: string } | undefined
  let held: StreamEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  const flush = () => {
    timer = undefined
    if (!current || held.length === 0) return
    const draft = { ...current, events: mergeDeltas(held) }
    held = []
    // A draft that cannot be written is only a lost convenience: the answer itself is kept when it is whole.
    writing = writing.then(() => write(draft)).catch(() => {})
  }
  return {
    add(events, parentId) {
      for (const event of events) {
        if (event.type === 'message-start') current = { messageId: event.messageId, ...(parentId !== undefined && { parentId }) }
        if (isStreamEvent(event)) held.push(event)
      }
      if (current) timer ??= setTimeout(flush, FLUSH_MS)
    },
    async end() {
      clearTimeout(timer)
      timer = undefined
      current = undefined
      held = []
      await writing
    },
  }
}

function isStreamEvent(event: TurnEvent): event is StreamEvent {
  return (
    event.type !== 'message' && event.type !== 'call-change' && event.type !== 'call-preview' && event.type !== 'call-progress'
  )
}

/** Neighbouring deltas of the same part as one. */
function mergeDeltas(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const merged: StreamEvent[] = []
  for (const event of events) appendEvent(merged, event)
  return merged
}
