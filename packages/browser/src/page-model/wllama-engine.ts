import { FaultError, type Sentence } from '@parley/dialects'
import { say } from '../words/page-model.ts'
import type { CompletionOptions, EngineInfo, EngineTimings, LoadEngine, PageEngine, PagePlan, Spoken } from './page-engine.ts'

interface Chunk {
  readonly choices: readonly { readonly text: string; readonly finish_reason: string | null }[]
  readonly timings?: Partial<EngineTimings>
}

/** What is used of `@wllama/wllama`. */
interface Wllama {
  setCompat(compat: null): void
  loadModel(blobs: Blob[], params: object): Promise<void>
  getLoadedContextInfo(): { readonly n_ctx: number; readonly add_bos_token: boolean; readonly list_tokens_eog: readonly number[] }
  createCompletion(options: { readonly prompt: string; readonly stream: true }): Promise<AsyncIterable<Chunk>>
  exit(): Promise<void>
}

export interface WllamaLibrary {
  readonly Wllama: new (paths: { readonly default: string }, config: object) => Wllama
  /** Where its WebAssembly lies, on this origin. */
  readonly wasmUrl: string
}

/** Small, so that a prompt is given up soon after somebody presses stop. */
const BATCH = 64
/** A policy that forbids a part of the engine makes it wait for ever. */
const PATIENCE_MS = 60_000
const PATIENCE_PER_GB_MS = 240_000

const SILENT = { debug: () => {}, log: () => {}, warn: () => {}, error: () => {} }

const fault = (sentence: Sentence, retryable = false, cause?: unknown): FaultError =>
  new FaultError({ code: 'provider/unavailable', ...sentence, retryable }, { cause })

/** llama.cpp as WebAssembly, fetched with the first model that is asked. */
export function wllamaEngine(library: () => Promise<WllamaLibrary>): LoadEngine {
  return async (weights, plan) => {
    const { Wllama, wasmUrl } = await library()
    const model = weights.name.replace(/\.gguf$/i, '')
    let engine: Wllama | undefined
    try {
      engine = new Wllama({ default: wasmUrl }, { suppressNativeLog: true, logger: SILENT, allowOffline: true })
      // Other browsers would be sent to somebody else's server for a build that they can run.
      engine.setCompat(null)
      await loadedInTime(engine, weights, plan, model)
      const info = engine.getLoadedContextInfo()
      // A bad file is not refused when it is loaded: the next word with the engine would be its last.
      if (!('success' in info) || info.success !== true) throw fault(say('page-model.not-loaded', { model }))
      return running(
        engine,
        { contextTokens: info.n_ctx, addsBos: info.add_bos_token, ends: new Set(info.list_tokens_eog) },
        model,
      )
    } catch (error) {
      await engine?.exit()
      if (error instanceof FaultError) throw error
      const crashed = error instanceof Error && error.name === 'RuntimeError'
      throw fault(
        crashed ? say('page-model.not-loaded', { model }) : say('page-model.no-engine', { why: whyOf(error) }),
        false,
        error,
      )
    }
  }
}

async function loadedInTime(engine: Wllama, weights: File, { contextTokens, gpu }: PagePlan, model: string): Promise<void> {
  const params = {
    n_ctx: contextTokens,
    n_batch: BATCH,
    n_ubatch: BATCH,
    n_parallel: 2,
    ...(!gpu && { n_gpu_layers: 0 }),
  }
  const patience = PATIENCE_MS + (weights.size / 2 ** 30) * PATIENCE_PER_GB_MS
  const { promise, reject } = Promise.withResolvers<never>()
  const blocked = ({ effectiveDirective: directive }: SecurityPolicyViolationEvent): void =>
    reject(fault(say('page-model.blocked', { directive })))
  const late = setTimeout(() => reject(fault(say('page-model.hangs', { model, seconds: Math.round(patience / 1000) }))), patience)
  document.addEventListener('securitypolicyviolation', blocked)
  try {
    await Promise.race([engine.loadModel([weights], params), promise])
  } finally {
    clearTimeout(late)
    document.removeEventListener('securitypolicyviolation', blocked)
  }
}

interface Known extends EngineInfo {
  /** Tokens that end an answer. */
  readonly ends: ReadonlySet<number>
}

function running(engine: Wllama, info: Known, model: string): PageEngine {
  return {
    info,
    close: () => void engine.exit(),
    async *complete(prompt, options, signal) {
      const asked = { prompt, stream: true as const, abortSignal: signal, ...fieldsOf(options, info.ends) }
      let last: Chunk | undefined
      try {
        for await (const chunk of await engine.createCompletion(asked)) {
          last = chunk
          const text = chunk.choices[0]?.text ?? ''
          if (text !== '') yield { type: 'piece', text }
        }
      } catch (error) {
        throw problemOf(error, info, model, signal)
      }
      yield endOf(last)
    },
  }
}

/** `preserved_tokens`: without it the marks of calls vanish, and nobody would see them; with those that end an answer it would end in them. */
function fieldsOf({ grammar, marks, maxTokens, temperature, topP, stop }: CompletionOptions, ends: ReadonlySet<number>): object {
  return {
    preserved_tokens: marks.flatMap(({ id, text }) => (ends.has(id) ? [] : [text])),
    timings_per_token: false,
    ...(grammar !== undefined && { grammar }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stop && stop.length > 0 && { stop }),
  }
}

function endOf(last: Chunk | undefined): Spoken {
  const count = (name: keyof EngineTimings): number => last?.timings?.[name] ?? 0
  const timings = {
    cache_n: count('cache_n'),
    prompt_n: count('prompt_n'),
    prompt_per_second: count('prompt_per_second'),
    predicted_n: count('predicted_n'),
    predicted_per_second: count('predicted_per_second'),
  }
  return { type: 'end', reason: last?.choices[0]?.finish_reason === 'length' ? 'length' : 'stop', timings }
}

/** Half a character, or too little memory, kills the engine itself: whoever keeps it must load it anew. */
export class EngineCrashed extends FaultError {}

function problemOf(error: unknown, { contextTokens }: EngineInfo, model: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const why = whyOf(error)
  if (/exceeds the available context size/.test(why))
    return new FaultError({
      code: 'request/too-large',
      ...say('page-model.too-long', { model, most: contextTokens }),
      retryable: false,
    })
  if (error instanceof Error && error.name === 'RuntimeError')
    return new EngineCrashed({ code: 'provider/unavailable', ...say('page-model.crashed'), retryable: true }, { cause: error })
  return fault(say('page-model.failed', { why }), true, error)
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)
