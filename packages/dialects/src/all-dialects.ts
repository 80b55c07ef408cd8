import { auto } from './auto.ts'
import type { Dialect } from './dialect.ts'
import { dialects as spoken } from './registry.generated.ts'

/** Every built-in dialect by id, then the one that recognises them all. */
export const dialects: readonly Dialect[] = [...spoken, auto]
