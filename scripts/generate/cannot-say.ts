import type { Limits } from '@parley/dialects/testing'

/** The limits that a page of examples declares, as words for a table. Empty when the dialect can say everything. */
export function cannotSay(page: string): string {
  const declared = /^~~~~ limits\n([\s\S]*?)^~~~~$/m.exec(page)?.[1]
  if (declared === undefined) return ''
  const limits: Partial<Limits> = JSON.parse(declared)
  return [
    ...(limits.cannotSay?.length
      ? [`strings with ${limits.cannotSay.map((text) => `\`${text.replaceAll('\n', '⏎')}\``).join(', ')}`]
      : []),
    ...(limits.stringsOnly ? ['values other than strings'] : []),
    ...(limits.flat ? ['lists and objects'] : []),
    ...(limits.trims ? ['white space at the ends of strings'] : []),
    ...(limits.mostCalls === undefined
      ? []
      : [limits.mostCalls === 1 ? 'more than one call' : `more than ${limits.mostCalls} calls`]),
  ].join('; ')
}
