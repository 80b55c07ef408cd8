import type { flawWords } from './canonical/flaws.ts'
import type { callWords } from './canonical/words.ts'
import type { templateWords } from './model-files/words.ts'
import type { nameWords } from './names/words.ts'
import type { inputWords } from './validate/words.ts'
import type { faultWords } from './wire/words.ts'

/** Every sentence of this package that may reach a person. */
export type DialectSentenceId =
  | keyof typeof callWords
  | keyof typeof faultWords
  | keyof typeof inputWords
  | keyof typeof nameWords
  | keyof typeof templateWords
  | `flaw.${keyof typeof flawWords}`
