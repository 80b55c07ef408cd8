import type { Book, Conversation, Executor, FileSystem, Tool } from '@parley/browser'

/** Everything the studio works with. Made once, by whoever starts the page. */
export interface Workshop {
  readonly book: Book
  readonly files: FileSystem
  /** Every tool there is, switched on or not. */
  readonly tools: readonly Tool[]
  readonly executor: () => Executor
  /** Opens a thread, or makes it. */
  open(threadId: string): Promise<Conversation>
}
