import type { CallRecord } from './call-record.ts'
import { hasOpenQuestion } from './transitions.ts'

/** Whether nothing happens with a call until a person decides, answers, looks at its result, or says what became of it. */
export function needsPerson(record: CallRecord): boolean {
  if (record.phase === 'settled') return false
  if (record.interrupted || record.review || hasOpenQuestion(record)) return true
  // What a rule allows runs by itself as soon as its turn has come.
  return record.phase === 'pending' && !record.decision && record.verdict?.kind !== 'allow'
}
