import type { Limits } from './sandbox.ts'

export const DEFAULT_LIMITS: Limits = {
  timeoutMs: 10_000,
  maxLines: 1_000,
  maxLineLength: 20_000,
  maxConsoleLength: 1_000_000,
  maxValueLength: 250_000,
}

/** What nobody may ask for more than. A timeout above this is a page that looks dead. */
export const HARDEST_LIMITS: Limits = {
  timeoutMs: 600_000,
  maxLines: 10_000,
  maxLineLength: 20_000,
  maxConsoleLength: 10_000_000,
  maxValueLength: 1_000_000,
}

export const MAX_CODE_LENGTH = 1_048_576

/** The wanted limits, each a whole number between 1 and the hardest. */
export function resolveLimits(wanted: Partial<Limits> = {}): Limits {
  return {
    timeoutMs: within('timeoutMs', wanted),
    maxLines: within('maxLines', wanted),
    maxLineLength: within('maxLineLength', wanted),
    maxConsoleLength: within('maxConsoleLength', wanted),
    maxValueLength: within('maxValueLength', wanted),
  }
}

function within(name: keyof Limits, wanted: Partial<Limits>): number {
  const value = wanted[name] ?? DEFAULT_LIMITS[name]
  return Number.isFinite(value) ? Math.min(Math.max(1, Math.round(value)), HARDEST_LIMITS[name]) : DEFAULT_LIMITS[name]
}
