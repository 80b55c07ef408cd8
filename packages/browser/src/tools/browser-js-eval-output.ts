import type { JsonValue } from '@parley/dialects'
import type { ConsoleLine, ProgramError, ProgramValue, SandboxOutcome } from '../sandbox/sandbox.ts'
import { tellShown } from '../sandbox/shown/tell-shown.ts'
import type { ToolOutput } from './tool.ts'

/** What a model can use of one value, and of one console. The person sees more. */
const MAX_VALUE = 30_000
const MAX_CONSOLE = 10_000

/** An outcome in words for the model, as data where it is data, and in full for the person. */
export function toToolOutput(outcome: SandboxOutcome): ToolOutput {
  const console = consoleText(outcome)
  const shown = shownText(outcome)
  const display = toDisplay(outcome)
  switch (outcome.kind) {
    case 'returned': {
      const data = toData(outcome.value, outcome, console)
      const value = valueText(outcome.value, console !== '' || shown !== '')
      return { content: paragraphs(value, console, shown), display, ...(data !== undefined && { data }) }
    }
    case 'threw':
      return { outcome: 'error', content: paragraphs(errorText(outcome.error), console, shown), display }
    case 'stopped':
      return {
        outcome: outcome.why === 'cancelled' ? 'cancelled' : 'error',
        content: paragraphs(outcome.message, console, shown),
        display,
        ...(outcome.why === 'timeout' && { timedOut: true }),
      }
  }
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

const NOTHING: ReadonlySet<string> = new Set(['undefined', 'NoneType'])

function valueText(value: ProgramValue, saysMore: boolean): string {
  if (NOTHING.has(value.type)) return saysMore ? '' : `${value.text}. To see a value, end the program with an expression.`
  if (value.text.length <= MAX_VALUE) return value.text === '' ? '(empty string)' : value.text
  return `${value.text.slice(0, MAX_VALUE)}\n… cut after ${MAX_VALUE} characters. Return a smaller part to see the rest.`
}

/** Beside console lines, or what was shown, the value alone would hide them from a dialect that writes values. */
function toData(value: ProgramValue, { lines, shown }: SandboxOutcome, console: string): JsonValue | undefined {
  if (value.json === undefined || value.cut || value.text.length > MAX_VALUE) return undefined
  if (console === '' && shown === undefined) return value.json
  const printed = lines.length > 100 || console.length >= MAX_CONSOLE ? console : lines.map(lineText)
  return { value: value.json, ...(console !== '' && { console: printed }), ...(shown && { shown: [...tellShown(shown)] }) }
}

function errorText(error: ProgramError): string {
  const place = error.line === undefined ? '' : ` (line ${error.line}, column ${error.column ?? 1})`
  const head = `${error.name === '' ? 'Thrown' : error.name}: ${error.message}${place}`
  return [head, error.codeFrame, error.trace?.trimEnd()].filter((text) => text !== undefined).join('\n\n')
}

function shownText({ shown }: SandboxOutcome): string {
  return shown
    ? `Shown to the user:\n${tellShown(shown)
        .map((line) => `- ${line}`)
        .join('\n')}`
    : ''
}

function consoleText({ lines, droppedLines }: SandboxOutcome): string {
  if (lines.length === 0) return ''
  const text = lines.map(lineText).join('\n')
  const shown = text.length <= MAX_CONSOLE ? text : `${text.slice(0, MAX_CONSOLE)}\n… cut after ${MAX_CONSOLE} characters.`
  return `Console:\n${shown}${droppedLines === 0 ? '' : `\n… ${droppedLines} more lines were left out. Print less.`}`
}

function lineText({ level, text }: ConsoleLine): string {
  return level === 'log' || level === 'info' ? text : `[${level}] ${text}`
}

function toDisplay(outcome: SandboxOutcome): JsonValue {
  const lines = outcome.lines.map(({ level, text }) => ({ level, text }))
  // Invariant: what is shown is plain data, read field by field from JSON.
  const shown = outcome.shown && { shown: outcome.shown.items as unknown as JsonValue }
  const elapsedMs = Math.round(outcome.elapsedMs)
  const shared = { kind: outcome.kind, lines, droppedLines: outcome.droppedLines, elapsedMs, ...shown }
  switch (outcome.kind) {
    case 'returned':
      return { ...shared, text: outcome.value.text, type: outcome.value.type, cut: outcome.value.cut }
    case 'threw':
      return { ...shared, error: { ...outcome.error } }
    case 'stopped':
      return { ...shared, why: outcome.why, message: outcome.message, ...(outcome.words && { words: outcome.words }) }
  }
}
