import { type GrammarState, type Llama, type LlamaLibrary, type LlamaModel, loadLibrary } from './llama-library.ts'
import type { EngineProblem, FromEngine, Loaded, ToEngine } from './messages.ts'
import { EngineError, type Running, runCompletion } from './run-completion.ts'
import { Slots } from './slots.ts'
import { wholeCharacters } from './whole-characters.ts'

/** The engine's own process: a crash in here takes no conversation with it. */

const tell = (message: FromEngine): void => void process.send?.(message)
/** The only place that says why a file cannot be loaded. */
const log: string[] = []
/** Some lines come after the error that they explain. */
const LOG_MS = 60

interface Ready extends Running {
  readonly threads: number
  readonly embedder: () => ReturnType<LlamaModel['createEmbeddingContext']>
}

let running: Ready | undefined
const asked = new Map<number, AbortController>()

async function load({ library: folder, plan }: Extract<ToEngine, { type: 'load' }>): Promise<void> {
  const library = await loadLibrary(folder)
  const llama = await library.getLlama({
    gpu: plan.gpu ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: 'error',
    logger: (_level, text) => void log.push(text.trim()),
  })
  const model = await llama.loadModel({
    modelPath: plan.file,
    gpuLayers: 'auto',
    onLoadProgress: (part) => tell({ type: 'loading', part }),
  })
  const { contextTokens: contextSize, slots: sequences, threads } = plan
  const context = await model.createContext({ contextSize, sequences, threads, batchSize: 512 })
  const slots = new Slots(Array.from({ length: sequences }, () => context.getSequence()))
  let embedder: ReturnType<LlamaModel['createEmbeddingContext']> | undefined
  running = {
    model,
    context,
    slots,
    threads,
    grammar: createGrammars(library, llama, model),
    characters: charactersOf(library, model),
    embedder: () => (embedder ??= model.createEmbeddingContext({ threads })),
  }
  tell({ type: 'loaded', loaded: { ...described(model), device: llama.gpu || 'cpu', contextTokens: context.contextSize } })
}

function described(model: LlamaModel): Omit<Loaded, 'device' | 'contextTokens'> {
  const vocabulary = model.fileInfo.metadata.tokenizer?.ggml?.tokens ?? []
  const marks = vocabulary.filter((text, token) => text.length > 1 && model.isSpecialToken(token))
  return { bos: model.tokens.bosString ?? '', wantsBos: model.tokens.shouldPrependBosToken, marks }
}

function charactersOf({ TokenBias }: LlamaLibrary, model: LlamaModel): Running['characters'] {
  const { tokens = [], model: spelling = '' } = model.fileInfo.metadata.tokenizer?.ggml ?? {}
  const none = TokenBias.for(model)
  const ban = (bad: readonly number[]) => {
    const bias = TokenBias.for(model)
    for (const token of bad) bias.set(token, 'never')
    return bias
  }
  const follow = wholeCharacters(tokens, spelling, ban)
  return () => {
    const following = follow()
    return { ...following, banned: () => following.banned() ?? none }
  }
}

/** Conversations ask for the same grammar with every turn. */
const MOST_GRAMMARS = 20

function createGrammars({ LlamaGrammarEvaluationState }: LlamaLibrary, llama: Llama, model: LlamaModel) {
  const kept = new Map<string, ReturnType<Llama['createGrammar']>>()
  return async (gbnf: string): Promise<GrammarState> => {
    const known = kept.get(gbnf) ?? llama.createGrammar({ grammar: gbnf })
    if (kept.size >= MOST_GRAMMARS) kept.clear()
    kept.set(gbnf, known)
    try {
      return new LlamaGrammarEvaluationState({ model, grammar: await known })
    } catch (error) {
      kept.delete(gbnf)
      throw new EngineError({ kind: 'grammar', text: textOf(error) })
    }
  }
}

type Asked = Extract<ToEngine, { readonly id: number }>

async function answer(ready: Ready, message: Asked, signal: AbortSignal): Promise<void> {
  const { id } = message
  if (message.type === 'complete') {
    const ended = await runCompletion(ready, message, signal, (text) => tell({ type: 'piece', id, text }))
    tell({ type: 'end', id, ...ended })
  } else if (message.type === 'embed') {
    const embedder = await ready.embedder()
    const vectors: (readonly number[])[] = []
    let tokens = 0
    for (const text of message.texts) {
      if (signal.aborted) return
      const spelled = ready.model.tokenize(text, false)
      tokens += spelled.length
      vectors.push((await embedder.getEmbeddingFor(spelled)).vector)
    }
    tell({ type: 'vectors', id, vectors, tokens })
  } else if (message.type === 'count') tell({ type: 'counted', id, tokens: ready.model.tokenize(message.prompt, true).length })
}

async function take(message: Asked): Promise<void> {
  const { id } = message
  if (message.type === 'cancel') return asked.get(id)?.abort()
  const leaving = new AbortController()
  asked.set(id, leaving)
  try {
    if (running) await answer(running, message, leaving.signal)
  } catch (error) {
    tell({ type: 'problem', id, problem: problemOf(error) })
  } finally {
    asked.delete(id)
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function problemOf(error: unknown): EngineProblem {
  if (error instanceof EngineError) return error.problem
  const isMemory = error instanceof Error && error.constructor.name === 'InsufficientMemoryError'
  return { kind: isMemory ? 'memory' : 'failed', text: [textOf(error), ...log.slice(-5)].join('\n') }
}

process.on('message', (message: ToEngine) => {
  if (message.type !== 'load') return void take(message)
  load(message).catch((error: unknown) => {
    setTimeout(() => tell({ type: 'not-loaded', problem: problemOf(error) }), LOG_MS)
  })
})
// Whoever asked is gone, and nobody would hear an answer.
process.on('disconnect', () => process.exit(0))
tell({ type: 'ready' })
