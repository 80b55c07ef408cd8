import { FaultError } from '@parley/dialects'
import { say } from '../../words/sandbox.ts'
import { MAX_CODE_LENGTH } from '../limits.ts'
import type { PreparedProgram, ProgramSource } from './prepare-program.ts'

export interface ProgramReader {
  read(source: ProgramSource, signal: AbortSignal): Promise<PreparedProgram>
  dispose(): void
}

const READ_LIMIT_MS = 3_000

const TOO_SLOW: PreparedProgram = {
  kind: 'unreadable',
  error: { name: 'SyntaxError', message: 'The program took too long to read. Send a shorter or simpler one.' },
}

/** Reads programs in a worker that is thrown away when one of them takes too long. */
export function createProgramReader(startWorker: () => Worker = startPrepareWorker): ProgramReader {
  let worker: Worker | undefined
  let lastId = 0

  function discard(): void {
    worker?.terminate()
    worker = undefined
  }

  return {
    dispose: discard,
    read(source, signal) {
      if (source.code.length > MAX_CODE_LENGTH) return Promise.resolve(tooLong(source.code.length))
      const current = (worker ??= startWorker())
      lastId += 1
      return answerOf(current, { id: lastId, source }, signal).then(
        (prepared) => {
          if (prepared === TOO_SLOW) discard()
          return prepared
        },
        (error: unknown) => {
          discard()
          throw error
        },
      )
    },
  }
}

/** Named as it is called once it is published; bundlers find the source behind it. */
function startPrepareWorker(): Worker {
  return new Worker(new URL('./prepare-worker.js', import.meta.url), { type: 'module' })
}

interface Question {
  readonly id: number
  readonly source: ProgramSource
}

function answerOf(worker: Worker, question: Question, signal: AbortSignal): Promise<PreparedProgram> {
  const finished = new AbortController()
  const heard = { signal: finished.signal }
  return new Promise<PreparedProgram>((resolve, reject) => {
    const timer = setTimeout(() => resolve(TOO_SLOW), READ_LIMIT_MS)
    finished.signal.addEventListener('abort', () => clearTimeout(timer))
    signal.addEventListener('abort', () => reject(signal.reason), heard)
    worker.addEventListener('error', () => reject(noReader()), heard)
    worker.addEventListener(
      'message',
      (event: MessageEvent<{ readonly id: number; readonly prepared: PreparedProgram }>) => {
        if (event.data.id === question.id) resolve(event.data.prepared)
      },
      heard,
    )
    worker.postMessage(question)
  }).finally(() => finished.abort())
}

function noReader(): FaultError {
  return new FaultError({
    code: 'sandbox/unsupported',
    ...say('sandbox.no-worker'),
    retryable: false,
  })
}

function tooLong(length: number): PreparedProgram {
  const message = `The program has ${length} characters; at most ${MAX_CODE_LENGTH} are run. Send a shorter one.`
  return { kind: 'unreadable', error: { name: 'SyntaxError', message } }
}
