import {
  browserJs,
  type ChatRequest,
  type Dialect,
  FaultError,
  type Message,
  type Respond,
  type StreamEvent,
  toolGrammar,
  vfs,
  withDialect,
  withToolsets,
} from '@parley/dialects'
import type { TextMessage } from '@parley/dialects/model-files'
import { AnswerEvents } from '@parley/dialects/wire'
import { say } from '../words/page-model.ts'
import type { EngineTimings, Spoken } from './page-engine.ts'
import type { PageSpeech } from './read-weights.ts'

/** What is said to a model, once tools are words. */
interface Question {
  readonly messages: readonly TextMessage[]
  /** The dialect in which calls are written, whoever may call. */
  readonly dialect: Dialect
  /** Holds the answer to its calls. Absent: the dialect has none, or nothing may be called. */
  readonly grammar?: string
  readonly settings: NonNullable<ChatRequest['settings']>
}

/** Told what goes to an engine and comes from it, for an inspector. */
export interface EngineWitness {
  asked(body: object): void
  ended(text: string, timings: EngineTimings | undefined): void
}

/** Says it to a model, in whatever way the model is reached. */
export type Voice = (question: Question, witness: EngineWitness, signal: AbortSignal) => AsyncIterable<Spoken>

/** A model in the page as a responder like any other: our dialects teach it and read it. */
export function speak(model: string, speech: PageSpeech, voice: Voice, witness: EngineWitness): Respond {
  const { dialect, reasoning, startsInReasoning } = speech
  const reading = { ...(reasoning && { reasoningNote: true, startsInReasoning }), newId: callIds() }
  const said: Respond = async function* (request, signal) {
    yield* eventsOf(voice(questionOf(request, dialect, model), witness, signal), request.model)
  }
  return withToolsets([browserJs, vfs])(withDialect(dialect, reading)(said))
}

/** No two answers share them. */
function callIds(): () => string {
  const answer = crypto.randomUUID().slice(0, 8)
  let made = 0
  return () => `call_${answer}_${++made}`
}

function questionOf({ messages, taught, settings = {} }: ChatRequest, dialect: Dialect, model: string): Question {
  const grammar = taught && toolGrammar(dialect, taught.tools, taught.choice)
  return {
    messages: messages.map((message) => ({ role: message.role, content: textIn(message, model) })),
    dialect,
    ...(grammar && { grammar: grammar.free ?? grammar.gbnf }),
    settings,
  }
}

function textIn({ parts }: Message, model: string): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text
      throw new FaultError({ code: 'request/invalid', ...say('page-model.text-only', { model }), retryable: false })
    })
    .join('\n')
}

async function* eventsOf(spoken: AsyncIterable<Spoken>, model: string): AsyncGenerator<readonly StreamEvent[]> {
  const events = new AnswerEvents(() => crypto.randomUUID())
  for await (const step of spoken) {
    events.start(undefined, model)
    if (step.type === 'piece') events.prose('text', step.text)
    else events.end(step.reason === 'length' ? 'length' : 'done', step.timings && usageOf(step.timings))
    const batch = events.take()
    if (batch.length > 0) yield batch
  }
}

const usageOf = ({ prompt_n, cache_n, predicted_n }: EngineTimings) => ({
  inputTokens: prompt_n + cache_n,
  cachedInputTokens: cache_n,
  outputTokens: predicted_n,
})
