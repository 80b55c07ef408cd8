import {
  browserJs,
  browserPython,
  type ChatRequest,
  type Layer,
  type Respond,
  type StreamEvent,
  vfs,
  type WithDialectOptions,
  withDialect,
  withLeakNet,
  withToolsets,
} from '@parley/dialects'
import type { Budgets } from './budgets/budgets.ts'
import type { AskNative } from './choosing/ask-native.ts'
import type { Speech } from './choosing/choose-speech.ts'
import { demandTeachable, fitExtras } from './fit-request.ts'
import { createUsageMeter } from './layers/usage-meter.ts'
import { withEnding } from './layers/with-ending.ts'
import { withMeantCall } from './layers/with-meant-call.ts'
import { waitFor, withRetry } from './layers/with-retry.ts'
import { type ShapeOptions, withShape } from './layers/with-shape.ts'
import { withToldRefusal } from './layers/with-told-refusal.ts'
import type { Metrics } from './metrics.ts'
import type { FoundModel, ModelCatalog } from './model-catalog.ts'
import type { Provider } from './providers/provider.ts'
import { beginningOf } from './routing/beginning.ts'
import { conversationKey } from './routing/conversation-key.ts'
import type { Target } from './routing/model-aliases.ts'
import type { Router } from './routing/router.ts'
import { createPace } from './safety/pace.ts'
import type { AnswerSpan, Telemetry } from './telemetry/telemetry.ts'
import type { AnswerWitness } from './traffic/traffic-entry.ts'
import type { Asker } from './usage/asker.ts'
import { beginAnswer } from './usage/begin-answer.ts'
import type { FinishedAnswers } from './usage/finished-answer.ts'

export interface AnswererOptions {
  readonly catalog: ModelCatalog
  readonly router: Router
  /** Absent: what nobody says of a model is guessed. */
  readonly askNative?: AskNative
  /** Whether calls that native models write as text are caught, where a request does not say. */
  readonly leakNet: boolean
  readonly retries: number
  /** How long the first event is waited for. */
  readonly statusMs: number
  readonly metrics: Metrics
  /** Told of every answer when it has ended. */
  readonly finished: FinishedAnswers
  readonly budgets: Pick<Budgets, 'admit'>
  /** An operator's own instruments. Absent: there are none. */
  readonly telemetry?: Telemetry
  readonly newId: () => string
  readonly now: () => number
}

export interface Answer {
  /** Who answers. Absent: several may, and none of them has begun. */
  readonly model?: FoundModel
  /** Batches from the answer's first event on: what failed before it was thrown, unless it was long in coming. */
  readonly events: AsyncIterable<readonly StreamEvent[]>
  /** Fields of the client's request that the model was not told of. */
  readonly ignored: readonly string[]
}

interface AnswerOptions {
  readonly asker: Asker
  /** Looks on. Absent: nobody does. */
  readonly witness?: AnswerWitness
  /** A dialect's id or `native`; absent: what suits the model. */
  readonly dialect?: string
  /** Whether the prompt explains our own toolsets. A stranger's tools may bear the same names and mean something else. */
  readonly explain?: boolean
  /** Whether nobody is there who could deal with a broken call, or who keeps the whole conversation: strangers at the gateway. */
  readonly stranger?: boolean
  /** Whether calls that a native model writes as text are caught. Absent: as the server is set. */
  readonly leakNet?: boolean
  /** What the client calls the conversation. Absent: it is known by how it begins. */
  readonly conversation?: string
  readonly signal: AbortSignal
}

/** Where a prompt may have opened the thought, and nobody says so, a call counts once no thought can end behind it. */
function thinkingOf({ thinking, startsInReasoning }: Speech): WithDialectOptions {
  return thinking ? { reasoningNote: true, startsInReasoning } : {}
}

/** The staircase behind every door: find the model, choose how to speak to it, answer. */
export type Answerer = (request: ChatRequest, options: AnswerOptions) => Promise<Answer>

export function createAnswerer(options: AnswererOptions): Answerer {
  const { catalog, router, askNative, statusMs, metrics, budgets } = options
  const layered = createLayers(options)
  const find = async (request: ChatRequest, target: Target, dialect: string | undefined): Promise<FoundModel> => {
    const found = await catalog.findTarget(request.model, target, dialect)
    if (!askNative || !found.speech.guessed || !found.provider.asked || !offersTools(request)) return found
    await askNative(found.provider, found.info.id)
    return await catalog.findTarget(request.model, target, dialect)
  }
  return async (request, asked) => {
    await budgets.admit(asked.asker.owner)
    const targets = catalog.meant(request.model)
    const conversation = targets.length > 1 ? conversationKey(request, asked.conversation) : ''
    const since = performance.now()
    let told: Pick<Answer, 'model' | 'ignored'> = { ignored: [] }
    const opening = router.reach({ name: request.model, targets, conversation }, async (target, others) => {
      const model = await find(request, target, asked.dialect)
      const { request: fitted, ignored } = fitExtras(request, model)
      told = { ignored, ...(targets.length === 1 && { model }) }
      const respond = layered(model, request, { ...asked, retries: others.length === 0 })
      const source = respond({ ...fitted, model: model.info.id }, asked.signal)
      if (targets.length === 1) return source
      const begun = await beginningOf(source)
      told = { ignored, model }
      return begun
    })
    const heard = () => metrics.firstEvent((performance.now() - since) / 1000)
    const events = await primed(opening, { statusMs, told: heard })
    return { ...told, events }
  }
}

type Layered = (model: FoundModel, request: ChatRequest, asked: AnswerOptions & { readonly retries: boolean }) => Respond

/** What lies between the client and a model's server. */
function createLayers({ leakNet: usualNet, retries, newId, finished, now, telemetry }: AnswererOptions): Layered {
  const explained = withToolsets([browserJs, browserPython, vfs])
  const repeating: Layer = retries > 0 ? withRetry({ retries, wait: waitFor }) : (next) => next
  return (model, request, { asker, witness, explain = false, stranger = false, leakNet = usualNet, retries: repeats }) => {
    const { dialect: spoken } = model.speech
    if (spoken || request.shape) demandTeachable(request)
    const meter = createUsageMeter({ tells: stranger })
    const span = telemetry?.begin({ asker, model: model.info.id, provider: model.provider })
    const traced = within(span, model.provider.respond)
    const vendor = heardBy(witness, model.provider, meter.below(repeats ? repeating(traced) : traced))
    const reading = { ...thinkingOf(model.speech), renamesCalls: stranger, pause: createPace().rest }
    const net: Layer = leakNet ? withLeakNet({ newId: createCallIds(newId) }) : (next) => next
    const taught: Respond = spoken
      ? (asked, stop) => withDialect(spoken, { ...reading, newId: createCallIds(newId) })(vendor)(asked, stop)
      : net(vendor)
    const meant = withMeantCall({
      required: spoken !== undefined,
      readable: stranger,
      spoken: { way: spoken?.id ?? 'native', reason: model.speech.reason },
    })(taught)
    const shaped = withShape(shapingOf(model, request))(meant)
    const clock = beginAnswer({ asker, model, meter, finished, now, witness, span })
    const ended = withEnding({ meter, tells: stranger, witness, ...clock })(shaped)
    const told = stranger ? ended : withToldRefusal(ended)
    return explain ? explained(told) : told
  }
}

/** The model's server goes on with the trace. */
function within(span: AnswerSpan | undefined, vendor: Respond): Respond {
  return span ? (request, signal) => vendor({ ...request, trace: span.traceparent }, signal) : vendor
}

/** The witness is told what goes to the model's server, and whether the model is held to it. */
function heardBy(witness: AnswerWitness | undefined, provider: Pick<Provider, 'holds'>, vendor: Respond): Respond {
  if (!witness) return vendor
  return (request, signal) => {
    witness.sent(request, provider.holds?.(request) === true)
    return vendor(request, signal)
  }
}

/** A native model is held to a shape by its vendor; what is taught its tools in words, by nobody as long as it may call. */
function shapingOf({ provider, speech }: FoundModel, request: ChatRequest): ShapeOptions {
  const { shape } = request
  const taught = speech.dialect !== undefined && offersTools(request)
  const told = shape !== undefined && !taught && provider.takesShape?.(shape) === true
  return { told, holds: provider.constrains?.() === true, native: speech.dialect === undefined }
}

const offersTools = ({ tools = [], toolChoice }: ChatRequest): boolean => tools.length > 0 && toolChoice !== 'none'

interface Priming {
  readonly statusMs: number
  /** Called when the first batch has come. */
  readonly told?: () => void
}

/** Waits a while for the first batch, so that a failure before it can still become a status instead of half a stream. */
export async function primed<Batch>(
  source: AsyncIterable<Batch> | Promise<AsyncIterable<Batch>>,
  { statusMs, told }: Priming,
): Promise<AsyncIterable<Batch>> {
  const opening = Promise.resolve(source).then((opened) => opened[Symbol.asyncIterator]())
  let iterator: AsyncIterator<Batch> | undefined
  const first = opening.then((opened) => {
    iterator = opened
    return opened.next()
  })
  first.then(told, () => undefined)
  await settledWithin(first, statusMs)
  let handed = false
  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        if (handed && iterator) return iterator.next()
        handed = true
        return first
      },
      async return() {
        await iterator?.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}

async function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Long enough that no two answers share it, short enough for the vendor with the shortest ids. */
const LENGTH = 24

/**
 * Ids for the calls of one answer that were written without: `call_5f0c…_2` is the second. A client that keeps the answer as
 * text has no id in it when it comes back with a result, and the number tells which call is meant.
 */
function createCallIds(newId: () => string): () => string {
  const answer = newId().replaceAll('-', '').slice(0, LENGTH)
  let made = 0
  return () => `call_${answer}_${++made}`
}

/** Which call of its answer an id of ours belongs to. Undefined: it is not one of ours. */
export function placeOfCall(id: string): string | undefined {
  return OWN.exec(id)?.[1]
}

const OWN = new RegExp(`^call_[0-9a-f]{${LENGTH}}_([0-9]+)$`)
