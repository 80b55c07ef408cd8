import { FaultError, usualDialect } from '@parley/dialects'
import { say } from '../words/page-model.ts'
import { BUILT_IN, type PageModel } from './page-model.ts'
import type { PageSpeech } from './read-weights.ts'
import type { Voice } from './speak.ts'

interface Prompt {
  readonly role: string
  readonly content: string
}

interface Session {
  promptStreaming(prompts: readonly Prompt[], options: { readonly signal: AbortSignal }): ReadableStream<string>
  destroy(): void
}

interface Monitor {
  addEventListener(type: 'downloadprogress', listener: (event: { readonly loaded: number }) => void): void
}

interface CreateOptions {
  readonly initialPrompts?: readonly Prompt[]
  readonly signal?: AbortSignal
  readonly monitor?: (monitor: Monitor) => void
}

interface LanguageModel {
  availability(options: object): Promise<string>
  create(options: CreateOptions): Promise<Session>
}

/** `unavailable`: it has none. `downloadable`: it would fetch one. */
export type BuiltInState = 'unavailable' | 'downloadable' | 'downloading' | 'available'

/** What it attests: every request says so, or it warns. */
const LANGUAGES = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
}

/** The function is there also in browsers that have no model: only what it says of itself counts. */
function languageModel(): LanguageModel | undefined {
  // as: a part of some browsers that the library of types does not know.
  return (globalThis as { readonly LanguageModel?: LanguageModel }).LanguageModel
}

export async function builtInState(): Promise<BuiltInState> {
  const state = await languageModel()
    ?.availability(LANGUAGES)
    .catch(() => 'unavailable')
  return state === 'available' || state === 'downloadable' || state === 'downloading' ? state : 'unavailable'
}

/** Lets the browser fetch its model. `onProgress` is told which part has come, from 0 to 1. */
export async function fetchBuiltIn(onProgress: (part: number) => void, signal: AbortSignal): Promise<void> {
  const session = await opened({
    signal,
    monitor: (monitor) => monitor.addEventListener('downloadprogress', ({ loaded }) => onProgress(loaded)),
  })
  session.destroy()
}

export const builtInSpeech: PageSpeech = {
  dialect: usualDialect,
  reason: say('page-model.speech-usual'),
  reasoning: false,
  startsInReasoning: false,
}

export const builtInModel = (): PageModel => ({
  id: BUILT_IN,
  label: say('built-in.label'),
  dialect: builtInSpeech.dialect.id,
  reason: builtInSpeech.reason,
  reasoning: false,
})

/** The browser's own model takes messages, and knows nothing of tools or grammars. */
export const builtInVoice: Voice = async function* ({ messages }, witness, signal) {
  const last = messages.at(-1)
  if (!last) return
  const before = messages.slice(0, -1)
  witness.asked({ messages })
  const session = await opened({ signal, ...(before.length > 0 && { initialPrompts: before }) })
  let text = ''
  try {
    for await (const piece of session.promptStreaming([last], { signal })) {
      text += piece
      yield { type: 'piece', text: piece }
    }
    yield { type: 'end', reason: 'stop' }
  } catch (error) {
    throw signal.aborted ? signal.reason : failed(error)
  } finally {
    witness.ended(text, undefined)
    session.destroy()
  }
}

async function opened(options: CreateOptions): Promise<Session> {
  const state = await builtInState()
  const model = languageModel()
  if (!model || state === 'unavailable')
    throw new FaultError({ code: 'provider/unavailable', ...say('built-in.away', { state }), retryable: false })
  try {
    return await model.create({ ...LANGUAGES, ...options })
  } catch (error) {
    throw options.signal?.aborted ? options.signal.reason : failed(error)
  }
}

function failed(error: unknown): FaultError {
  const isLong = error instanceof Error && error.name === 'QuotaExceededError'
  const why = (error instanceof Error ? error.message : String(error)).slice(0, 200)
  return isLong
    ? new FaultError({ code: 'request/too-large', ...say('built-in.too-long'), retryable: false })
    : new FaultError({ code: 'provider/unavailable', ...say('built-in.failed', { why }), retryable: true }, { cause: error })
}
