import type { BrowserSentenceId } from '@parley/browser'
import type { DialectSentenceId } from '@parley/dialects'

/** Every sentence that a package below the interface may hand to it. */
export type SentenceId = BrowserSentenceId | DialectSentenceId
