import type { GrammarState, LlamaContext, LlamaModel, LlamaSequence, Token, TokenBias } from './llama-library.ts'
import type { Completion, EngineProblem, Timings } from './messages.ts'
import type { Slots } from './slots.ts'
import { StopWatch } from './stop-watch.ts'
import type { Following } from './whole-characters.ts'

/** What the engine could not do, for who asked. */
export class EngineError extends Error {
  readonly problem: EngineProblem

  constructor(problem: EngineProblem) {
    super('text' in problem ? problem.text : problem.kind)
    this.problem = problem
  }
}

export interface Running {
  readonly model: LlamaModel
  readonly context: LlamaContext
  readonly slots: Slots
  /** The state of a grammar that has read nothing yet. */
  readonly grammar: (gbnf: string) => Promise<GrammarState>
  /** Keeps characters whole, which no grammar does. */
  readonly characters: () => Following<TokenBias> & { banned(): TokenBias }
}

interface Ended {
  readonly reason: 'stop' | 'length'
  readonly timings: Timings
}

/** What llama.cpp's own server does where nobody says. */
const USUAL = { temperature: 0.8, topK: 40, topP: 0.95, minP: 0.05 }
/** A prompt is read in such pieces: whoever cancels waits for one of them. */
const READ_TOKENS = 128

export async function runCompletion(
  { model, context, slots, grammar, characters }: Running,
  asked: Completion,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<Ended> {
  const tokens = model.tokenize(asked.prompt, true)
  const room = context.contextSize - tokens.length - 1
  // The engine would drop the beginning in silence.
  if (room < 1) throw new EngineError({ kind: 'too-long', tokens: tokens.length, most: context.contextSize })
  const state = asked.grammar === undefined ? undefined : await grammar(asked.grammar)
  const sequence = await slots.take(tokens)
  try {
    const since = performance.now()
    const cachedTokens = await read(sequence, tokens, signal)
    const written = await write(
      { model, sequence, signal, say, state, characters },
      tokens.slice(-1),
      asked,
      Math.min(asked.maxTokens ?? room, room),
    )
    const { firstAt, count, reason } = written
    const promptMs = firstAt - since
    const writtenMs = performance.now() - firstAt
    return { reason, timings: { promptTokens: tokens.length, cachedTokens, promptMs, writtenTokens: count, writtenMs } }
  } finally {
    slots.give(sequence)
  }
}

/** Reads all but the last token; says how many it knew. */
async function read(sequence: LlamaSequence, tokens: readonly Token[], signal: AbortSignal): Promise<number> {
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false)
  const known = sequence.nextTokenIndex
  for (let at = known; at < tokens.length - 1 && !signal.aborted; at += READ_TOKENS)
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, Math.min(at + READ_TOKENS, tokens.length - 1)))
  if (sequence.needsCheckpoints && !signal.aborted) await sequence.takeCheckpoint()
  return known
}

interface Writing extends Pick<Running, 'model' | 'characters'> {
  readonly sequence: LlamaSequence
  readonly signal: AbortSignal
  readonly say: (text: string) => void
  readonly state: GrammarState | undefined
}

async function write(writing: Writing, last: readonly Token[], asked: Completion, most: number) {
  const { model, sequence, signal, say, state } = writing
  const watch = new StopWatch(asked.stop ?? [])
  const { temperature = USUAL.temperature, topK = USUAL.topK, topP = USUAL.topP, minP = USUAL.minP, seed } = asked
  const options = { temperature, topK, topP, minP, ...(seed !== undefined && { seed }), yieldEogToken: true as const }
  const characters = writing.characters()
  const held = state && { grammarEvaluationState: () => state, tokenBias: characters.banned }
  let firstAt = performance.now()
  let count = 0
  let pending: Token[] = []
  let reason: Ended['reason'] = 'length'
  if (signal.aborted) return { firstAt, count, reason }
  for await (const token of sequence.evaluate(last, { ...options, ...held })) {
    if (count === 0) firstAt = performance.now()
    if (signal.aborted) break
    if (model.isEogToken(token)) {
      reason = 'stop'
      break
    }
    count++
    characters.take(token)
    pending.push(token)
    // Half a character waits for its other half.
    if (characters.isWhole()) {
      const { text, met } = watch.push(model.detokenize(pending, true))
      pending = []
      if (text !== '') say(text)
      if (met) return { firstAt, count, reason: 'stop' as const }
    }
    if (count >= most) break
  }
  // Half a character whose other half will never come is left out.
  const rest = watch.push(model.detokenize(pending, true).replace(/\uFFFD+$/, '')).text + watch.rest()
  if (rest !== '') say(rest)
  return { firstAt, count, reason }
}
