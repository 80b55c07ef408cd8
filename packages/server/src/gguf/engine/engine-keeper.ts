import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { FaultError, type Sentence } from '@parley/dialects'
import { refusal } from '../../http-fault.ts'
import { type ChosenPlan, type Computer, type EngineWishes, planFor } from '../files/plan.ts'
import { type ModelFile, modelIdOf } from '../files/read-model-file.ts'
import { say } from '../words.ts'
import { EngineEnded, type EngineProcess, EngineRefused, startEngine } from './engine-process.ts'
import type { EngineHome } from './install-engine.ts'
import type { EngineProblem } from './messages.ts'

/** Runs one model at a time: a second one would halve the memory of both. */
export interface EngineKeeper {
  /** The engine with this model in it, for as long as the work takes. Another model waits until it is over. */
  use<T>(file: ModelFile, signal: AbortSignal, work: (engine: EngineProcess) => AsyncGenerator<T>): AsyncGenerator<T>
  /** What runs now. Undefined: nothing does. */
  readonly state: () => EngineState | undefined
  /** Ends the engine, so that its file, or the engine itself, can be deleted. Throws while it answers somebody. `path`: only if it runs this file. */
  release(path?: string): Promise<void>
  close(): Promise<void>
}

interface EngineState {
  readonly model: string
  /** From 0 to 1. */
  readonly loading: number
  readonly pid?: number
  readonly device?: string
  readonly plan: ChosenPlan
}

interface KeeperOptions {
  readonly home: EngineHome
  readonly wishes: EngineWishes
  /** Absent: this one. */
  readonly computer?: () => Computer
}

const GIGABYTE = 2 ** 30

const thisComputer = (): Computer => ({ cores: availableParallelism(), freeBytes: process.availableMemory() })

interface Held {
  readonly path: string
  readonly plan: ChosenPlan
  readonly engine: Promise<EngineProcess>
  loading: number
  process?: EngineProcess
  users: number
}

export function createEngineKeeper(options: KeeperOptions): EngineKeeper {
  let held: Held | undefined
  const idle: (() => void)[] = []
  const isBusyWithout = (file: ModelFile): boolean => held !== undefined && held.path !== file.path && held.users > 0

  const take = async (file: ModelFile, signal: AbortSignal): Promise<Held | undefined> => {
    while (isBusyWithout(file)) await new Promise<void>((resolve) => idle.push(resolve))
    // Nobody loads a model for who has gone.
    if (signal.aborted) return undefined
    if (held && (held.path !== file.path || held.process?.alive === false)) {
      const { process: other } = held
      held = undefined
      await other?.stop()
    }
    held ??= start(file, options)
    held.users++
    return held
  }

  return {
    async *use(file, signal, work) {
      const mine = await take(file, signal)
      if (!mine) return
      try {
        yield* work(await mine.engine)
      } catch (error) {
        if (!mine.process && held === mine) held = undefined
        throw told(error, file.path)
      } finally {
        mine.users--
        if (mine.users === 0) for (const wake of idle.splice(0)) wake()
      }
    },
    state: () => held && stateOf(held),
    async release(path) {
      if (!held || (path !== undefined && held.path !== path)) return
      if (held.users > 0) throw refusal('request/conflict', say('gguf.busy', { model: modelIdOf(held.path) }))
      const { engine } = held
      held = undefined
      await (await engine.catch(() => undefined))?.stop()
    },
    async close() {
      const last = held
      held = undefined
      await (await last?.engine.catch(() => undefined))?.stop()
    },
  }
}

/** Throws where it could not be run: that is known before anything is loaded. */
function start(file: ModelFile, { home, wishes, computer = thisComputer }: KeeperOptions): Held {
  const model = modelIdOf(file.path)
  const library = home.installed()
  if (library === undefined) throw notInstalled(home, model)
  const { freeBytes, cores } = computer()
  const plan = planFor(file.header, file.bytes, { freeBytes, cores }, wishes)
  if (plan.bytes > freeBytes) throw refusal('request/invalid', tooLarge(model, plan.bytes, freeBytes))
  const { reasons: _said, bytes: _counted, ...rest } = plan
  const loading = async (): Promise<EngineProcess> => {
    try {
      const onLoading = (part: number): void => {
        next.loading = part
      }
      next.process = await startEngine({ library, plan: { file: file.path, ...rest }, onLoading })
      next.loading = 1
      return next.process
    } catch (error) {
      throw notLoaded(error, file.path)
    }
  }
  const next: Held = { path: file.path, plan, engine: Promise.resolve().then(loading), loading: 0, users: 0 }
  return next
}

function stateOf({ path, loading, plan, process: engine }: Held): EngineState {
  const there = engine?.alive ? { device: engine.loaded.device, ...(engine.pid !== undefined && { pid: engine.pid }) } : {}
  return { model: modelIdOf(path), loading, plan, ...there }
}

function notInstalled({ variant }: Pick<EngineHome, 'variant'>, model: string): FaultError {
  if (!variant) return refusal('request/invalid', say('gguf.no-engine', { system: `${process.platform} ${process.arch}` }))
  return refusal('request/conflict', say('gguf.not-installed', { model, fetched: variant.fetchedMb, disk: variant.diskMb }))
}

const inGigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1)

const tooLarge = (model: string, needed: number, free: number): Sentence =>
  say('gguf.memory', { model, needed: inGigabytes(needed), free: inGigabytes(free) })

/** Why a file could not be loaded, by what the engine's log says of it. */
function notLoaded(error: unknown, path: string): unknown {
  const file = basename(path)
  if (error instanceof EngineEnded) return refusal('provider/unavailable', say('gguf.memory-met', { model: modelIdOf(path) }))
  if (!(error instanceof EngineRefused)) return error
  const { problem } = error
  if (problem.kind === 'memory') return refusal('request/invalid', say('gguf.memory-met', { model: modelIdOf(path) }))
  const text = 'text' in problem ? problem.text : ''
  if (/not within the file bounds|failed to read|incomplete/i.test(text))
    return refusal('request/invalid', say('gguf.incomplete', { file }))
  const kind = /unknown model architecture: '([^']+)'/.exec(text)?.[1]
  if (kind !== undefined) return refusal('request/invalid', say('gguf.new-architecture', { file, kind }))
  return refusal('provider/bad-answer', say('gguf.not-loaded', { file, why: firstLine(text) }))
}

/** Why an answer could not be had. */
function told(error: unknown, path: string): unknown {
  const model = modelIdOf(path)
  if (error instanceof EngineEnded)
    return new FaultError({ code: 'provider/unavailable', ...say('gguf.ended', { model, how: error.how }), retryable: true })
  return error instanceof EngineRefused ? faultOfProblem(error.problem) : error
}

function faultOfProblem(problem: EngineProblem): FaultError {
  if (problem.kind === 'too-long') {
    const { tokens, most } = problem
    return refusal('provider/too-long', say('gguf.too-long', { tokens, most, wanted: 2 * most }))
  }
  const why = firstLine(problem.text)
  return problem.kind === 'grammar'
    ? refusal('provider/refused', say('gguf.grammar', { why }))
    : refusal('provider/bad-answer', say('gguf.failed', { why }))
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').replace(/\.$/, '').slice(0, 300)
