import type { Dialect } from './dialect.ts'
import { canonicalXml } from './dialects/canonical-xml.ts'
import { hermes } from './dialects/hermes.ts'
import { jsonStrict } from './dialects/json-strict.ts'

/** What a model is taught of which nothing is known. Whoever needs a default takes this one. */
export const usualDialect: Dialect = jsonStrict

/** What any model may be taught, the likeliest to succeed first: one JSON object, JSON in the tags that most models know, and elements alone. */
export const taughtDialects: readonly Dialect[] = [usualDialect, hermes, canonicalXml]
