export function blockedWords(rule: { readonly rule: string; readonly reason: string }): string {
  return `A rule blocked this call (${rule.rule}); it was not executed. ${rule.reason} Do not work around it. Continue without it or ask the user.`
}

export const EXPIRED_WORDS =
  'This call was not executed: the conversation went on before the user decided about it. That is not a refusal.'

export const INTERRUPTED_WORDS =
  'This call was interrupted when the page was closed, and the user marked it as failed. It may have had some of its effects; check before repeating it.'

export const STOPPED_WORDS = 'The user stopped this call before it was finished. This is not a tool failure.'

export const DISCARDED_WORDS =
  'This call was executed, but the user kept its result back. This is not a tool failure. Continue without it or ask the user.'

export const REPLACED_WORDS = 'The user shortened or changed this result before sending it:'
