import type { JsonObject, Message, StreamEvent, Summary } from '@parley/dialects'
import type { Mode } from '../approval/verdict.ts'
import type { AnswerNotes } from '../turn/turn-event.ts'

/** One thread, without its messages. */
export interface ThreadRecord {
  readonly id: string
  readonly title: string
  /** `message`: taken from the first message. A model's may take its place, and a person's that of both; a person's stays. */
  readonly titledBy: 'message' | 'model' | 'person'
  /** Stands above all others in the list. */
  readonly pinned?: true
  /** Is out of the way, and still found. */
  readonly archived?: true
  /** Where it stands in the list. Absent: by its date. */
  readonly folder?: string
  /** It is gone from every list, and can be taken back until it is removed for good. */
  readonly deleted?: { readonly at: number; readonly files: 'delete' | 'keep' }
  readonly mode: Mode
  /** What was done on a copy of the files waits to be kept or let go. */
  readonly rehearses?: true
  /** The last message of the branch that is shown. Absent while the thread is empty. */
  readonly head?: string
  /** Steps a person allowed beyond the budget since they last wrote. */
  readonly extraSteps: number
  /** `server`: it lives there, and what is here is a copy. `moving`: it goes there with the next message. Absent: it lives here. */
  readonly place?: 'moving' | 'server'
  /** What a model is told instead of the beginning. Absent: it is told everything. */
  readonly summaries?: readonly Summary[]
  /** The fingerprint of what came in from another program. Absent: it began here. */
  readonly imported?: string
  /** What the page keeps with the thread: model, dialect, system prompt. Not read here. */
  readonly settings?: JsonObject
  readonly createdAt: number
  readonly updatedAt: number
}

/** One message in the tree. Branches are nodes with the same parent; nothing is ever overwritten by another branch. */
export interface ThreadNode {
  readonly threadId: string
  readonly id: string
  /** Absent for a first message. */
  readonly parentId?: string
  /** Order of creation within the thread. */
  readonly order: number
  readonly message: Message
  readonly notes?: AnswerNotes
  readonly createdAt: number
}

export interface StoredThread {
  readonly thread: ThreadRecord
  readonly nodes: readonly ThreadNode[]
  /** Answers that had begun when the page that streamed them disappeared. */
  readonly drafts: readonly StoredDraft[]
}

export interface StoredDraft {
  readonly messageId: string
  readonly parentId?: string
  readonly events: readonly StreamEvent[]
}

/** Keeps threads. Every method happens whole or not at all. */
export interface ThreadStore {
  /** Newest first. */
  list(): Promise<readonly ThreadRecord[]>
  /** The thread without its messages. */
  find(threadId: string): Promise<ThreadRecord | undefined>
  read(threadId: string): Promise<StoredThread | undefined>
  create(thread: ThreadRecord): Promise<void>
  /** A thread from elsewhere, whole. One that is there already is left alone. */
  adopt(thread: ThreadRecord, nodes: readonly ThreadNode[]): Promise<void>
  /** Undefined when the thread is gone. */
  change(threadId: string, step: (thread: ThreadRecord) => ThreadRecord): Promise<ThreadRecord | undefined>
  /** Adds a message and makes it the head. One that is there already is left alone, and becomes the head. Clears its draft. */
  append(node: Omit<ThreadNode, 'order'>): Promise<void>
  /** Keeps a piece of an answer that is still coming. */
  draft(threadId: string, draft: StoredDraft): Promise<void>
  dropDraft(threadId: string, messageId: string): Promise<void>
  /** With its messages, calls, drafts, exchanges and grants. */
  remove(threadId: string): Promise<void>
  /** Threads that contain the words, newest first, each as soon as it is found. Nobody who looks is held up. */
  search(words: string, signal?: AbortSignal): AsyncIterable<Found>
  /** Hears which thread changed, also in other tabs. Returns the function that ends it. */
  watch(listener: (threadId: string) => void): () => void
}

export interface Found {
  readonly thread: ThreadRecord
  /** The last ones of the thread, in its order. Only in the title: none. */
  readonly hits: readonly Hit[]
  /** How many messages have the words. */
  readonly count: number
}

/** Where the words stand in a message, on whichever branch it is. */
export interface Hit {
  readonly messageId: string
  readonly excerpt: string
  /** Where the words begin in the excerpt, and how long they are there. */
  readonly at: number
  readonly length: number
}
