import type { Conversation, Done, ThreadState } from '@parley/browser'
import { isJsonObject, ownValue, type Sentence } from '@parley/dialects'
import type { Attachment } from '../attached/attachment.ts'
import { attachmentsIn, keepJson, keptJson } from '../attached/kept-attachments.ts'

/** Something that was written while an answer was coming, and goes when it is there. */
export interface QueuedMessage {
  readonly id: string
  readonly text: string
  readonly attachments: readonly Attachment[]
  /** It goes as soon as it can, whatever the answer has come to. */
  readonly now?: true
  /** Why it did not go. It is tried again when something has happened in the conversation. */
  readonly problem?: Sentence
}

export interface QueueOptions {
  readonly threadId: string
  /** Opens the conversation, which is held as long as something waits: also while another one is looked at. */
  readonly open: (threadId: string) => Promise<Conversation>
  readonly storage: Storage
  /** Runs what no two tabs may do at once. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
}

export type SendQueued = (conversation: Conversation, message: QueuedMessage) => Promise<Done>

const keyOf = (threadId: string): string => `parley-queue:${threadId}`

/** After a stop, a fault or a question nobody knows whether it is still wanted: then a person says so. */
function mayGo({ status, messages }: ThreadState, { now }: QueuedMessage): boolean {
  const last = messages.at(-1)
  // For a moment a conversation that is being opened, or was stopped, looks like one that has ended.
  if (status.kind === 'idle') return now === true || (last?.role === 'assistant' && last.progress === 'whole')
  return now === true && (status.kind === 'unanswered' || status.kind === 'waiting' || status.kind === 'question')
}

const watchers = new Set<() => void>()

/** Calls back when something has come into line, or left it, in any conversation. */
export function watchQueues(listener: () => void): () => void {
  watchers.add(listener)
  addEventListener('storage', listener)
  return () => {
    watchers.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** How many messages are in line in a conversation, be it open or not. */
export const countQueued = (storage: Storage, threadId: string): number => keptIn(storage, threadId).length

function keptIn(storage: Storage, threadId: string): readonly QueuedMessage[] {
  const raw = keptJson(storage, keyOf(threadId))
  return Array.isArray(raw) ? raw.flatMap(messageIn) : []
}

/** What waits to be said in one conversation, in order. Kept in this browser. */
export class MessageQueue {
  readonly #options: QueueOptions
  readonly #listeners = new Set<() => void>()
  #items: readonly QueuedMessage[]
  #held: Promise<Conversation> | undefined
  #unsubscribe: (() => void) | undefined
  #isSending = false
  #sendWith: SendQueued | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    this.#items = this.#kept()
  }

  getSnapshot = (): readonly QueuedMessage[] => this.#items

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whoever shows the conversation says how a message is sent; the last one holds. What can go begins to go. */
  attend(send: SendQueued): void {
    this.#sendWith = send
    void this.#hold()
  }

  async #hold(): Promise<void> {
    if (this.#items.length === 0 || this.#held) return
    this.#held = this.#options.open(this.#options.threadId)
    try {
      const conversation = await this.#held
      this.#unsubscribe = conversation.subscribe(() => this.#look(conversation))
      this.#look(conversation)
    } catch {
      // Whoever shows the conversation says why it cannot be opened.
      this.#held = undefined
    }
  }

  add(message: Omit<QueuedMessage, 'id'>): void {
    this.#change([...this.#items, { ...message, id: crypto.randomUUID() }])
    void this.#hold()
  }

  remove(id: string): void {
    this.#change(this.#items.filter((item) => item.id !== id))
  }

  /** What comes just now is ended first. */
  async sendNow(id: string): Promise<void> {
    const [item] = this.#items.filter((each) => each.id === id)
    if (!item) return
    const { problem: _past, ...rest } = item
    this.#change([{ ...rest, now: true }, ...this.#items.filter((each) => each.id !== id)])
    await this.#hold()
    const conversation = await this.#held
    const kind = conversation?.getSnapshot().status.kind
    if (kind === 'answering' || kind === 'running') conversation?.stop()
    if (conversation) this.#look(conversation)
  }

  #look(conversation: Conversation): void {
    const [next] = this.#items
    if (!next || this.#isSending || !this.#sendWith || !mayGo(conversation.getSnapshot(), next)) return
    this.#isSending = true
    const send = this.#sendWith
    void this.#options
      .alone(() => this.#send(conversation, next, send))
      .finally(() => {
        this.#isSending = false
        this.#letGo()
        if (this.#items[0] && !this.#items[0].problem) this.#look(conversation)
      })
  }

  async #send(conversation: Conversation, next: QueuedMessage, send: SendQueued): Promise<void> {
    // Another tab may have sent it meanwhile.
    if (!this.#kept().some(({ id }) => id === next.id)) return this.#show(this.#kept())
    this.#change(this.#kept().filter(({ id }) => id !== next.id))
    const done = await send(conversation, next)
    if (done.ok) return
    const { now: _once, ...rest } = next
    this.#change([{ ...rest, problem: { message: done.error, ...(done.words && { words: done.words }) } }, ...this.#items])
  }

  #kept(): readonly QueuedMessage[] {
    return keptIn(this.#options.storage, this.#options.threadId)
  }

  #change(items: readonly QueuedMessage[]): void {
    keepJson(this.#options.storage, keyOf(this.#options.threadId), items)
    this.#show(items)
    for (const watcher of watchers) watcher()
  }

  #show(items: readonly QueuedMessage[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
    this.#letGo()
  }

  /** Nothing is in line, and nothing may come back into it. */
  #letGo(): void {
    if (this.#items.length > 0 || this.#isSending || !this.#held) return
    this.#unsubscribe?.()
    void this.#held.then((conversation) => conversation.close())
    this.#held = undefined
  }
}

function messageIn(raw: unknown): readonly QueuedMessage[] {
  if (!isJsonObject(raw)) return []
  const [id, text] = [ownValue(raw, 'id'), ownValue(raw, 'text')]
  return typeof id === 'string' && typeof text === 'string'
    ? [{ id, text, attachments: attachmentsIn(ownValue(raw, 'attachments')) }]
    : []
}

export function forgetQueue(threadId: string): void {
  localStorage.removeItem(keyOf(threadId))
}
