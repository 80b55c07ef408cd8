import type { Book, Conversation, Executor, FileSystem, Tool } from '@parley/browser'
import type { HumanForm, ToolRender } from '../call-card/call-actions.tsx'

/** Everything the studio works with. Made once, by whoever starts the page. */
export interface Workshop {
  readonly book: Book
  readonly files: FileSystem
  /** Every tool there is, switched on or not. */
  readonly tools: readonly Tool[]
  readonly executor: () => Executor
  /** Forms for tools that ask a person, by tool name. Absent: a plain form for each. */
  readonly forms?: ReadonlyMap<string, HumanForm>
  /** Tools that are drawn in the page's own way, by tool name. Absent: each has a card. */
  readonly renders?: ReadonlyMap<string, ToolRender>
  /** Opens a thread, or makes it. */
  open(threadId: string): Promise<Conversation>
}
