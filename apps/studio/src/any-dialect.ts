import type { AnyDialectReader } from '@parley/browser'
import { auto, createParser } from '@parley/dialects'

export const anyDialect: AnyDialectReader = (options) => createParser({ ...options, dialect: auto })
