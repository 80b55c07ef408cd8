import { type ToolResult, wordsResult } from '@parley/dialects'
import type { Heard } from './waiting-room.ts'
import { FULL, NO_PAGE, RUNNING, STOPPING, UNDECIDED, WITHDRAWN } from './words.ts'

/** What became of a call, for who made it. That nobody has decided yet is no error: it may go on waiting. */
export function toldResult(heard: Heard, call: { readonly id: string; readonly name: string }, isPageOpen: boolean): ToolResult {
  switch (heard.kind) {
    case 'undecided':
      return wordsResult(call, 'ok', isPageOpen ? UNDECIDED : `${NO_PAGE} ${UNDECIDED}`)
    case 'running':
      return wordsResult(call, 'ok', RUNNING)
    case 'withdrawn':
      return wordsResult(call, 'cancelled', WITHDRAWN)
    case 'stopping':
      return wordsResult(call, 'cancelled', STOPPING)
    case 'full':
      return wordsResult(call, 'error', FULL)
    default:
      return heard.result
  }
}
