import type { CallRecord } from '@parley/browser'

/** Whether nothing happens with this call until a person acts. */
export const needsPerson = (record: CallRecord): boolean =>
  record.phase !== 'settled' &&
  (record.interrupted === true ||
    record.review !== undefined ||
    record.questions.some((question) => question.answer === undefined) ||
    (record.phase === 'pending' && record.decision === undefined))
