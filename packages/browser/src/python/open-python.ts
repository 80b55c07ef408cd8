import { FaultError, type Said } from '@parley/dialects'
import { type Frame, openFrame } from '../sandbox/frames/frame.ts'
import type { FromFrame, PythonStart } from '../sandbox/messages.ts'
import { say } from '../words/python.ts'
import { say as saySandbox } from '../words/sandbox.ts'
import type { PythonFiles } from './python-files.ts'

const BOOT_MS = 120_000

/** A locked document with the interpreter running in it. */
export async function openPython(documentUrl: string, files: PythonFiles, signal: AbortSignal): Promise<Frame> {
  const snapshot = await files.snapshot(() => makeSnapshot(documentUrl, files, signal))
  try {
    return (await start(documentUrl, files, snapshot && { snapshot }, signal)).frame
  } catch (error) {
    if (snapshot === undefined || signal.aborted) throw error
    // Made by a version of the browser that this one does not understand.
    files.forgetSnapshot()
    return (await start(documentUrl, files, undefined, signal)).frame
  }
}

/** In a world of its own, which is thrown away: no program has ever run where a snapshot comes from. */
async function makeSnapshot(documentUrl: string, files: PythonFiles, signal: AbortSignal) {
  const { frame, booted } = await start(documentUrl, files, { snapshot: 'make' }, signal)
  frame.remove()
  return booted.snapshot
}

type Booted = Extract<FromFrame, { type: 'booted' }>

async function start(
  url: string,
  { script, lock, binaries }: PythonFiles,
  from: Pick<PythonStart, 'snapshot'> | undefined,
  signal: AbortSignal,
): Promise<{ readonly frame: Frame; readonly booted: Booted }> {
  const frame = await openFrame(url, BOOT_MS, signal, script)
  if (typeof frame === 'object' && signal.aborted) frame.remove()
  signal.throwIfAborted()
  if (frame === 'unlocked') throw fault(saySandbox('sandbox.headers', { url }), false)
  if (frame === 'silent') throw fault(saySandbox('sandbox.silent', { url }), true)
  const booted = await new Promise<Booted>((resolve) => {
    const fail = (problem: string): void => resolve({ type: 'booted', problem })
    frame.onMessage((message) => message.type === 'booted' && resolve(message))
    frame.onBroken(fail)
    signal.addEventListener('abort', () => fail('aborted'), { once: true })
    setTimeout(fail, BOOT_MS, 'silent')
    frame.send({ type: 'boot', files: binaries, lock, ...from })
  })
  if (booted.problem === '') return { frame, booted }
  frame.remove()
  signal.throwIfAborted()
  throw fault(say('python.broken', { problem: booted.problem.slice(0, 500) }), true)
}

const fault = (said: Said, retryable: boolean): FaultError => new FaultError({ code: 'sandbox/unsupported', ...said, retryable })
