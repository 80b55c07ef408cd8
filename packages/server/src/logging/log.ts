/** How much is said; each also says what stands behind it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Value = string | number | boolean | undefined | readonly string[]
export type LogFields = Readonly<Record<string, Value>>

/** What an operator reads. Only facts get in: names, codes, numbers; no words of users or models, and no keys. */
export interface Log {
  debug(event: string, fields?: LogFields): void
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
  /** Something of ours that went wrong. Its message may quote anybody, so only who sits at a terminal is shown it. */
  bug(error: unknown, fields?: LogFields): void
  /** From now on it says so much, and these never appear in it, whoever quotes them. */
  adjust(settings: { readonly level?: LogLevel; readonly secrets?: readonly string[] }): void
}

export interface LogOptions {
  readonly write: (line: string) => void
  readonly level: LogLevel
  /** Whether a person reads along: lines instead of JSON, and the whole of a bug. */
  readonly format: 'json' | 'text'
  readonly isTerminal: boolean
  readonly now?: () => number
}

export function createLog({ write, level: first, format, isTerminal, now = Date.now }: LogOptions): Log {
  let least = LOG_LEVELS.indexOf(first)
  const hidden = new Set<string>()
  const say = (level: Exclude<LogLevel, 'silent'>, event: string, fields: LogFields = {}) => {
    if (LOG_LEVELS.indexOf(level) < least) return
    const time = new Date(now()).toISOString()
    write(without(hidden, format === 'json' ? JSON.stringify({ time, level, event, ...fields }) : textLine(level, event, fields)))
  }
  return {
    debug: (event, fields) => say('debug', event, fields),
    info: (event, fields) => say('info', event, fields),
    warn: (event, fields) => say('warn', event, fields),
    error: (event, fields) => say('error', event, fields),
    bug(error, fields) {
      const known = error instanceof Error ? { error: error.name, ...codeOf(error), where: framesOf(error) } : {}
      say('error', 'bug', { ...fields, ...known, ...(isTerminal && { message: wholeOf(error) }) })
    },
    adjust({ level, secrets }) {
      if (level !== undefined) least = LOG_LEVELS.indexOf(level)
      for (const secret of secrets ?? []) if (secret.length >= SHORTEST) hidden.add(secret)
    },
  }
}

/** A log that nobody reads. */
export const silentLog: Log = createLog({ write: () => undefined, level: 'silent', format: 'json', isTerminal: false })

/** What is shorter may stand in any line. */
const SHORTEST = 6

/** A key that is quoted in JSON may have been escaped there. */
function without(hidden: ReadonlySet<string>, line: string): string {
  let safe = line
  for (const secret of hidden) safe = safe.replaceAll(secret, '…').replaceAll(JSON.stringify(secret).slice(1, -1), '…')
  return safe
}

function textLine(level: string, event: string, fields: LogFields): string {
  const told = Object.entries(fields).filter(([name, value]) => value !== undefined && name !== 'message' && name !== 'where')
  const { message, where } = fields
  const line = [level.padEnd(5), event, ...told.map(([name, value]) => `${name}=${String(value)}`)].join(' ')
  if (message !== undefined) return `${line}: ${String(message)}`
  return typeof where === 'object' ? [line, ...where].join('\n') : line
}

function codeOf(error: Error): LogFields {
  return 'code' in error && typeof error.code === 'string' && /^\w{3,40}$/.test(error.code) ? { code: error.code } : {}
}

/** Where it happened: the lines of the stack behind the message, which may itself have several. */
function framesOf({ stack = '' }: Error): readonly string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
}

const wholeOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
