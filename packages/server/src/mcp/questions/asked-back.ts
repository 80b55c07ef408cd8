import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import type { Question } from '../../tools/question.ts'
import { readQuestion } from './read-question.ts'

export interface Asked {
  readonly state?: string
  readonly questions: readonly { readonly key: string; readonly question: Question }[]
}

const MOST_STATE = 200_000
const MOST_AT_ONCE = 5

/** What a result asks back instead of being one. `unknown`: something that nobody is asked here. Undefined: it is a result. */
export function askedIn(result: JsonObject, by: string): Asked | 'unknown' | undefined {
  if (result['resultType'] !== 'input_required') return undefined
  const { inputRequests = {}, requestState } = result
  if (!isJsonObject(inputRequests) || (requestState !== undefined && typeof requestState !== 'string')) return 'unknown'
  if ((requestState?.length ?? 0) > MOST_STATE) return 'unknown'
  const questions = Object.entries(inputRequests).map(([key, request]) => {
    const isForm = isJsonObject(request) && ownValue(request, 'method') === 'elicitation/create'
    return { key, question: isForm ? readQuestion(ownValue(request, 'params'), by) : undefined }
  })
  const read = questions.flatMap(({ key, question }) => (question ? [{ key, question }] : []))
  if (read.length !== questions.length || read.length === 0 || read.length > MOST_AT_ONCE) return 'unknown'
  return { questions: read, ...(requestState !== undefined && { state: requestState }) }
}

/** An older server that does nothing before the person has been at an address. Undefined: one that nobody should open. */
export function openFirst(elicitations: readonly unknown[], by: string): Asked | undefined {
  const questions = elicitations.map((params) => readQuestion(isJsonObject(params) ? { ...params, mode: 'url' } : params, by))
  const read = questions.flatMap((question, index) => (question ? [{ key: `address-${index}`, question }] : []))
  return read.length === questions.length && read.length > 0 && read.length <= MOST_AT_ONCE ? { questions: read } : undefined
}
