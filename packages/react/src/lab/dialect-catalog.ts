import { type Dialect, dialects } from '@parley/dialects'

/** Every dialect, fetched when it is first needed: the grammars are no part of the first load. */
export const catalog: readonly Dialect[] = dialects

export { readAnswer } from '@parley/dialects'
