import { codeFrame } from './program/code-frame.ts'
import type { ReadyProgram } from './program/prepare-program.ts'
import { PROGRAM_FILE } from './program/program-file.ts'
import { type Place, sourcePlace } from './program/source-edits.ts'
import type { ProgramError } from './sandbox.ts'

export interface Thrown {
  readonly name: string
  readonly message: string
  readonly stack: string
}

const MAX_WORDS = 10_000
const FRAME = new RegExp(`${PROGRAM_FILE.replace('.', '\\.')}:(\\d{1,7}):(\\d{1,7})`, 'g')

/** What was thrown, with the place in the user's own code. The stack comes from the program's world and may say anything. */
export function toProgramError(thrown: Thrown, ready: ReadyProgram, code: string): ProgramError {
  const words = { name: thrown.name.slice(0, 200), message: thrown.message.slice(0, MAX_WORDS) }
  for (const [, line, column] of thrown.stack.slice(0, 20_000).matchAll(FRAME)) {
    const place = sourcePlace({ line: Number(line), column: Number(column) }, ready, code)
    if (place !== undefined) return withPlace(words, place, code)
  }
  return words
}

function withPlace(words: Omit<ProgramError, 'line'>, place: Place, code: string): ProgramError {
  return { ...words, ...place, codeFrame: codeFrame(code, place) }
}
