import type { Dialect } from './dialect.ts'
import { jsonStrict } from './dialects/json-strict.ts'

/** What a model is taught of which nothing is known. Whoever needs a default takes this one. */
export const usualDialect: Dialect = jsonStrict
