import { appendEvent, type JsonObject, type StreamEvent } from '@parley/dialects'
import type { CallRecord } from '../ledger/call-record.ts'
import type { StoredDraft, StoredThread } from '../storage/thread-store.ts'
import { raisedBudget, runTurn } from '../turn/run-turn.ts'
import { storeFault } from '../turn/store-fault.ts'
import type { TurnEvent } from '../turn/turn-event.ts'
import { markSent } from './adopt-leftovers.ts'
import type { Done } from './conversation-contract.ts'
import type { Place } from './place.ts'
import { pathTo, siblingsOf } from './state/message-tree.ts'
import { shownState, toRequest } from './state/stored-state.ts'
import type { ThreadState } from './state/thread-state.ts'
import type { RunOptions, ThreadDriver } from './thread-driver.ts'
import { editMove, proceedMove, rerunMove, retryMove, type Said, switchMove } from './thread-moves.ts'

/** A thread that lives in this browser: turns run here, and every answer is kept in the store as it comes. */
export class BrowserPlace implements Place {
  readonly name = 'browser'
  readonly #driver: ThreadDriver

  constructor(driver: ThreadDriver) {
    this.#driver = driver
  }

  wake(): void {
    this.#driver.nudge()
  }

  isBusy(): boolean {
    return this.#driver.isWorking && isCut(this.#driver.view.current())
  }

  retry(messageId?: string): Promise<Done> {
    return this.#driver.perform(retryMove(messageId))
  }

  proceed(): Promise<Done> {
    return this.#driver.perform(proceedMove())
  }

  edit(messageId: string, said: Said): Promise<Done> {
    return this.#driver.perform(editMove(messageId, said))
  }

  switchTo(messageId: string): Promise<Done> {
    return this.#driver.perform(switchMove(messageId), 'rest')
  }

  runTold({ key }: CallRecord, input?: JsonObject): Promise<Done> {
    return this.#driver.perform(rerunMove(key, this.#driver.view.getSnapshot().mode, input))
  }

  answer(): Promise<void> {
    return this.#work(true)
  }

  settle(): Promise<void> {
    return this.#work(false)
  }

  async #work(answer: boolean): Promise<void> {
    const { kit, view } = this.#driver
    const stored = await this.#driver.load()
    const tail = stored && pathTo(stored.nodes, stored.thread.head).at(-1)
    if (!stored || !tail || tail.notes?.cut) return
    if (tail.message.role === 'tool') await markSent(kit, tail)
    if (tail.message.role !== 'assistant' && !answer) return
    await this.#driver.run(async (options, signal) => {
      try {
        await this.#driver.refresh()
        if (tail.message.role !== 'assistant') view.set({ ...view.current(), status: { kind: 'answering' } }, 'now')
        await this.#turn(stored, options, signal)
      } catch (error) {
        kit.onError(error)
        this.#driver.fold([{ type: 'fault', fault: storeFault(error) }])
      }
    })
  }

  async #turn(stored: StoredThread, options: RunOptions, signal: AbortSignal): Promise<void> {
    const { storage, threadId, now, request } = this.#driver.kit
    const { thread, nodes } = stored
    const drafts = createDraftKeeper((draft) => storage.threads.draft(threadId, draft))
    const records = await storage.ledger.ofThread(threadId)
    const budget = raisedBudget(options, thread.extraSteps)
    const turn = runTurn(toRequest(await request(thread), stored, records), { ...options, ...budget }, signal)
    let parentId = thread.head
    for (let step = await turn.next(); !step.done; step = await turn.next()) {
      drafts.add(step.value, parentId)
      const siblings = parentId === thread.head ? siblingsOf(nodes, parentId) : []
      for (const event of step.value) {
        if (event.type !== 'message') continue
        await drafts.end()
        const { message, notes } = event
        await storage.threads.append({
          threadId,
          id: message.id,
          ...(parentId !== undefined && { parentId }),
          message,
          ...(notes && { notes }),
          createdAt: now(),
        })
        parentId = message.id
      }
      this.#driver.fold(step.value, siblings)
    }
    await drafts.end()
  }

  /** What is kept. While another tab is at work, also what it has received so far. */
  async look(looksAround: boolean): Promise<ThreadState | undefined> {
    const { kit, view, isWorking } = this.#driver
    const { storage, threadId, now } = kit
    const stored = await storage.threads.read(threadId)
    const records = await storage.ledger.ofThread(threadId)
    const isElsewhere = looksAround && !isWorking && (await this.#driver.isElsewhere())
    const rest = isElsewhere ? 'elsewhere' : 'here'
    // With a message that is kept and an answer that has not begun, the thread looks left behind: it is about to go on.
    const work = isWorking || (looksAround && this.#driver.isAlone) ? 'turn' : rest
    return stored && shownState({ stored, records, before: view.current(), work, budget: kit, now: now() })
  }
}

/** Something would be cut short. A turn that only has to find out that a person is needed is not waited for by anybody. */
function isCut({ messages, calls, status }: ThreadState): boolean {
  const last = messages.at(-1)
  if (status.kind === 'answering' && (last?.role !== 'assistant' || last.progress === 'streaming')) return true
  return [...calls.values()].some((call) => call.stage === 'running' || call.stage === 'asking')
}

const FLUSH_MS = 400

/** Writes down an answer while it comes, in pieces, so that a page that disappears leaves what had arrived. */
interface DraftKeeper {
  add(events: readonly TurnEvent[], parentId: string | undefined): void
  /** Waits for what is being written. The next answer starts anew. */
  end(): Promise<void>
}

function createDraftKeeper(write: (draft: StoredDraft) => Promise<void>): DraftKeeper {
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
