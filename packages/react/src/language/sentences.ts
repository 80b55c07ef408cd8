import type { Done } from '@parley/browser'
import {
  type BrokenCall,
  type Flaw,
  faultOf,
  isJsonObject,
  isWording,
  ownValue,
  plainText,
  type Sentence,
  type ToolResult,
  type Wording,
} from '@parley/dialects'

/** What carries a sentence under another name, as a sentence. */
const sentence = (message: string, words: Wording | undefined): Sentence => ({ message, ...(words && { words }) })

export const flawSentence = ({ id, message, values }: Flaw): Sentence => ({
  message,
  words: { id: `flaw.${id}`, ...(values && { values }) },
})

export const brokenSentence = ({ problem, words }: Pick<BrokenCall, 'problem' | 'words'>): Sentence => sentence(problem, words)

export const refusalSentence = ({ error, words }: Extract<Done, { ok: false }>): Sentence => sentence(error, words)

/** Whatever was thrown: a refusal of the files, a fault, or somebody's error. */
export function errorSentence(error: unknown): Sentence {
  const fault = faultOf(error)
  if (fault) return fault
  if (!(error instanceof Error)) return { message: String(error) }
  const words = 'words' in error ? error.words : undefined
  return sentence(error.message, isWording(words) ? words : undefined)
}

/** Why a tool did not succeed. The model reads it in English. */
export function failureSentence(result: ToolResult): Sentence {
  const words = isJsonObject(result.display) ? ownValue(result.display, 'words') : undefined
  return sentence(plainText(result), isWording(words) ? words : undefined)
}
