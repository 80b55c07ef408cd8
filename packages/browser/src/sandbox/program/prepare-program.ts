import { type Options, type Program, parse, type Statement } from 'acorn'
import { MAX_CODE_LENGTH } from '../limits.ts'
import type { ProgramError } from '../sandbox.ts'
import { codeFrame } from './code-frame.ts'
import { completionEdits } from './completion-edits.ts'
import { PROGRAM_FILE } from './program-file.ts'
import { returnEdits } from './return-edits.ts'
import { sessionEdits } from './session-edits.ts'
import { applyEdits, type Edit, type EditedSource, placeOf } from './source-edits.ts'

export interface ProgramSource {
  readonly code: string
  /** Whether top-level names outlive the program. */
  readonly session: boolean
}

/**
 * A program that can be run: `text` evaluates to an async function of `(undefined, keep)` which returns what `keep` makes of the
 * value of the last expression. Returned as it is, an object would be asked for its `then` on the way out.
 */
export interface ReadyProgram extends EditedSource {
  readonly kind: 'ready'
  /** Names that must be global variables before it runs. Empty outside a session. */
  readonly names: readonly string[]
}

export type PreparedProgram = ReadyProgram | { readonly kind: 'unreadable'; readonly error: ProgramError }

/** What the engine calls the program in stack traces. */

const OPTIONS: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowHashBang: true,
}

/** Total: code that cannot be read is an answer, with the place and the reason. */
export function prepareProgram({ code, session }: ProgramSource): PreparedProgram {
  if (code.length > MAX_CODE_LENGTH)
    return unreadable(`The program is longer than ${MAX_CODE_LENGTH} characters. Send a shorter one.`)
  try {
    return rewrite(code, parse(code, OPTIONS), session)
  } catch (error) {
    return fromParserError(error, code)
  }
}

function rewrite(code: string, tree: Program, session: boolean): ReadyProgram {
  // Invariant: in script mode the parser refuses import and export, so only statements are left.
  const body = tree.body as readonly Statement[]
  const value = unusedName(code)
  const keep = `${value}_`
  const kept = session ? sessionEdits(body) : { edits: [], names: [] }
  const edits: Edit[] = [
    { at: 0, remove: 0, insert: `(async function (${value}, ${keep}) {` },
    ...(code.startsWith('#!') ? [{ at: 0, remove: 2, insert: '//' }] : []),
    ...kept.edits,
    ...completionEdits(body, value),
    ...returnEdits(body, keep),
    { at: code.length, remove: 0, insert: `\n;return ${keep}(${value})\n})\n//# sourceURL=${PROGRAM_FILE}` },
  ]
  return { kind: 'ready', ...applyEdits(code, edits), names: kept.names }
}

function unusedName(code: string): string {
  let name = '$value'
  while (code.includes(name)) name += '$'
  return name
}

function fromParserError(error: unknown, code: string): PreparedProgram {
  if (error instanceof RangeError) return unreadable('The program is nested too deeply to be read. Split it into smaller steps.')
  if (!(error instanceof SyntaxError)) throw error
  const message = plainMessage(error.message)
  if (!('pos' in error) || typeof error.pos !== 'number') return unreadable(message)
  const place = placeOf(error.pos, code)
  return { kind: 'unreadable', error: { name: 'SyntaxError', message, ...place, codeFrame: codeFrame(code, place) } }
}

function plainMessage(message: string): string {
  if (message.includes("'sourceType: module'")) {
    return 'import and export cannot be used: the program runs as one script and nothing can be loaded. Put everything into it.'
  }
  return message.replace(/ \(\d+:\d+\)$/, '')
}

function unreadable(message: string): PreparedProgram {
  return { kind: 'unreadable', error: { name: 'SyntaxError', message } }
}
