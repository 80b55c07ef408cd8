import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Completion, EnginePlan, EngineProblem, FromEngine, Loaded, Timings, ToEngine } from './messages.ts'

/** Built or not, it lies beside this file and ends as this file does. */
const CHILD = fileURLToPath(new URL(`./engine-child${extname(import.meta.url)}`, import.meta.url))

/** The engine's process has ended by itself, with all that it was about to say. */
export class EngineEnded extends Error {
  /** What it left behind: `code 134`, `SIGKILL`. */
  readonly how: string

  constructor(how: string) {
    super(`The engine has ended (${how}).`)
    this.how = how
  }
}

/** The engine lives, and could not do what it was asked for. */
export class EngineRefused extends Error {
  readonly problem: EngineProblem

  constructor(problem: EngineProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

export type Spoken =
  | { readonly type: 'piece'; readonly text: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length'; readonly timings: Timings }

export interface EngineProcess {
  readonly loaded: Loaded
  readonly pid: number | undefined
  /** Whether it is still there. */
  readonly alive: boolean
  /** Throws `EngineEnded` or `EngineRefused`. Aborting ends it at once, without an error. */
  complete(asked: Completion, signal: AbortSignal): AsyncGenerator<Spoken>
  embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: readonly (readonly number[])[]; tokens: number }>
  count(prompt: string): Promise<number>
  stop(): Promise<void>
}

interface StartOptions {
  /** Where the library is installed. */
  readonly library: string
  readonly plan: EnginePlan
  /** How much of the file is in memory, from 0 to 1. */
  readonly onLoading?: (part: number) => void
}

/** Starts the engine in a process of its own and loads the model. Throws `EngineEnded` or `EngineRefused`. */
export async function startEngine({ library, plan, onLoading }: StartOptions): Promise<EngineProcess> {
  const child = fork(CHILD, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
  const line = new Line(child)
  const loaded = await new Promise<Loaded>((resolve, reject) => {
    line.onMessage = (message) => {
      if (message.type === 'ready') line.send({ type: 'load', library, plan })
      else if (message.type === 'loading') onLoading?.(message.part)
      else if (message.type === 'loaded') resolve(message.loaded)
      else if (message.type === 'not-loaded') reject(new EngineRefused(message.problem))
    }
    line.onEnd = reject
  }).catch(async (error: unknown) => {
    await stop(child)
    throw error
  })
  return {
    loaded,
    pid: child.pid,
    get alive() {
      return line.ended === undefined
    },
    complete: (asked, signal) => line.converse(asked, signal),
    async embed(texts, signal) {
      for await (const message of line.ask((id) => ({ type: 'embed', id, texts }), signal))
        if (message.type === 'vectors') return message
      throw signal.reason
    },
    async count(prompt) {
      for await (const message of line.ask((id) => ({ type: 'count', id, prompt }), new AbortController().signal))
        if (message.type === 'counted') return message.tokens
      return 0
    },
    stop: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const NOBODY = (): void => undefined

type Reply = Extract<FromEngine, { readonly id: number }>

/** Many questions over one line; each hears its own answers. */
class Line {
  ended: EngineEnded | undefined
  onMessage: (message: FromEngine) => void = () => undefined
  onEnd: (ended: EngineEnded) => void = () => undefined
  readonly #child: ChildProcess
  readonly #hearing = new Map<number, (message: Reply | EngineEnded) => void>()
  #last = 0

  constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: FromEngine) => {
      if ('id' in message) this.#hearing.get(message.id)?.(message)
      else this.onMessage(message)
    })
    child.on('exit', (code, signal) => this.#end(new EngineEnded(signal ?? `code ${code}`)))
    child.on('error', (error) => this.#end(new EngineEnded(error.message)))
  }

  #end(ended: EngineEnded): void {
    if (this.ended) return
    this.ended = ended
    for (const hear of this.#hearing.values()) hear(ended)
    this.onEnd(ended)
  }

  send(message: ToEngine): void {
    // Where it is gone, `exit` says so.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  async *converse(asked: Completion, signal: AbortSignal): AsyncGenerator<Spoken> {
    for await (const message of this.ask((id) => ({ type: 'complete', id, ...asked }), signal)) {
      if (message.type === 'piece') yield message
      if (message.type === 'end') return yield message
    }
  }

  /** Ends with the caller, with the signal, or with an error. */
  async *ask(question: (id: number) => ToEngine, signal: AbortSignal): AsyncGenerator<Reply> {
    if (this.ended) throw this.ended
    if (signal.aborted) return
    const id = ++this.#last
    const heard: (Reply | EngineEnded)[] = []
    let wake = NOBODY
    this.#hearing.set(id, (message) => {
      heard.push(message)
      wake()
    })
    const leave = (): void => wake()
    signal.addEventListener('abort', leave, { once: true })
    this.send(question(id))
    let over = false
    try {
      for (;;) {
        const next = heard.shift()
        if (signal.aborted) return
        if (next instanceof EngineEnded) throw next
        if (next?.type === 'problem') {
          over = true
          throw new EngineRefused(next.problem)
        }
        if (next) {
          over = next.type !== 'piece'
          yield next
        } else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      signal.removeEventListener('abort', leave)
      this.#hearing.delete(id)
      if (!over) this.send({ type: 'cancel', id })
    }
  }
}
