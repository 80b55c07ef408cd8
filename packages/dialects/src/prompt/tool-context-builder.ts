import type { Dialect } from '../dialect.ts'
import { requireDialect } from '../find-dialect.ts'
import { ToolContext, type ToolContextParts } from './tool-context.ts'

export interface ToolContextOptions extends Omit<ToolContextParts, 'dialect'> {
  /** How calls are written: a dialect, or the name of one, as `JSON_Strict`. Absent, or `native`: no protocol is taught. */
  readonly dialect?: Dialect | string
}

/** A tool context for people: dialects may be named. It knows all of them, so it is apart from what a small page needs. */
export class ToolContextBuilder extends ToolContext {
  /** Throws a fault when there is no dialect of the given name. */
  constructor({ dialect, ...parts }: ToolContextOptions) {
    super({ ...parts, dialect: typeof dialect === 'string' ? dialectNamed(dialect) : dialect })
  }
}

function dialectNamed(name: string): Dialect | undefined {
  return name.trim().toLowerCase() === 'native' ? undefined : requireDialect(name)
}
