import type { FromFrame } from '../sandbox/messages.ts'
import { codeFrame } from '../sandbox/program/code-frame.ts'
import type { ProgramError } from '../sandbox/sandbox.ts'
import { say } from '../words/python.ts'
import type { PythonPackages } from './python-packages.ts'

export type Thrown = Extract<FromFrame, { type: 'threw' }>

const MAX_WORDS = 10_000

/** What was thrown, with the place in the program. Everything in it comes from the program's world and may say anything. */
export function toPythonError(
  { name, message, stack, line, column, missing }: Thrown,
  code: string,
  shelf: PythonPackages,
): ProgramError {
  const hint = missing === undefined ? undefined : missingHint(missing.slice(0, 100), shelf)
  const words = { name: name.slice(0, 200), message: [message.slice(0, MAX_WORDS), hint].filter(Boolean).join('. ') }
  if (line === undefined || line < 1 || line > code.split('\n').length) return words
  const place = { line, column: Math.max(1, column ?? 1) }
  return {
    ...words,
    ...place,
    codeFrame: codeFrame(code, place),
    ...(hasSeveralFrames(stack) && { trace: stack.slice(0, MAX_WORDS) }),
  }
}

const missingHint = (name: string, shelf: PythonPackages): string =>
  shelf.owner(name) ? say('python.missing', { name }).message : say('python.unknown', { name }).message

/** With one frame the lines around the place say the same. */
const hasSeveralFrames = (stack: string): boolean => (stack.match(/^\s+File "/gm)?.length ?? 0) > 1
