import type { Rule } from '@parley/browser'

export const notToMallory: Rule = ({ call }) =>
  call.name === 'lend_book' && call.input['to'] === 'Mallory'
    ? { kind: 'deny', rule: 'not-to-mallory', author: 'you', reason: 'Mallory has three books at home already.' }
    : undefined
