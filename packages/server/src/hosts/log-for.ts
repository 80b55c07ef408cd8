import type { Config } from '../config-schema.ts'
import { createLog, type Log, type LogLevel } from '../logging/log.ts'

/** The log of this process, on standard error: lines for a person at a terminal, JSON for whatever collects it. */
export function logFor({ log }: Pick<Config, 'log'>, usual: LogLevel = 'warn'): Log {
  const isTerminal = process.stderr.isTTY
  return createLog({
    write: (line) => void process.stderr.write(`${line}\n`),
    level: log.level ?? usual,
    format: log.format ?? (isTerminal ? 'text' : 'json'),
    isTerminal,
  })
}
