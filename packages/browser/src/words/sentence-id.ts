import type { fileWords } from './files.ts'
import type { mcpToolWords } from './mcp.ts'
import type { pageModelWords } from './page-model.ts'
import type { pythonWords } from './python.ts'
import type { receiptWords } from './receipts.ts'
import type { sandboxWords } from './sandbox.ts'
import type { talkWords } from './talks.ts'
import type { threadWords } from './threads.ts'
import type { fieldWords, toolWords } from './tools.ts'

/** Every sentence of this package that may reach a person. */
export type BrowserSentenceId =
  | keyof typeof fieldWords
  | keyof typeof fileWords
  | keyof typeof mcpToolWords
  | keyof typeof pageModelWords
  | keyof typeof pythonWords
  | keyof typeof receiptWords
  | keyof typeof sandboxWords
  | keyof typeof talkWords
  | keyof typeof threadWords
  | keyof typeof toolWords
