import { type ChatRequest, findDialect, lowerRequest, type Respond, type SpokenPart } from '@parley/dialects'
import { refusal } from '../http-fault.ts'
import type { FoundModel } from '../model-catalog.ts'
import { askProbe, estimatedTokens, shownRequest } from './ask-probe.ts'
import { type Candidate, candidatesFor, choiceOf } from './candidates.ts'
import { type Card, type CardCandidate, type CardProbe, MOST_CANDIDATES, newCard } from './card.ts'
import { CASES, type Case, TOOLS } from './cases.ts'
import { judge, verdictOf } from './judge.ts'
import { missedDialect, readProbe } from './read-probe.ts'
import { isPerfect, recommend } from './recommend.ts'
import { say } from './words.ts'

/** What an examination may cost at most. */
export interface Budget {
  readonly requests: number
  /** Read and written together. */
  readonly tokens: number
  /** The whole of it, in milliseconds. */
  readonly ms: number
  /** One answer, in milliseconds. */
  readonly answerMs: number
}

const USUAL_BUDGET: Budget = { requests: 60, tokens: 120_000, ms: 1_800_000, answerMs: 120_000 }

export interface Progress {
  readonly type: 'progress'
  /** Requests so far, and at most. */
  readonly done: number
  readonly most: number
  readonly tokens: number
  readonly ms: number
  /** How long the rest may take, by what was seen. Absent: nothing was. */
  readonly restMs?: number
  /** What is asked now. */
  readonly choice: string
  readonly case: Case['id']
}

export interface ExamineOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  readonly budget?: Partial<Budget>
  /** Milliseconds since the epoch. Absent: the clock. */
  readonly now?: () => number
}

/** What an examination of this model would cost at most, before anybody is asked. */
export interface Plan {
  readonly choices: readonly Pick<CardCandidate, 'choice' | 'why'>[]
  readonly requests: number
  readonly tokens: number
}

export function planFor(model: FoundModel, given: Partial<Budget> = {}): Plan {
  const budget = { ...USUAL_BUDGET, ...given }
  const candidates = candidatesOf(model)
  const costs = candidates.flatMap((candidate) => casesOf(model).map((asked) => mostTokens(requestFor(model, candidate, asked))))
  return {
    choices: candidates.map((candidate) => ({ choice: choiceOf(candidate), why: candidate.why })),
    requests: Math.min(costs.length, budget.requests),
    tokens: Math.min(
      costs.reduce((sum, cost) => sum + cost, 0),
      budget.tokens,
    ),
  }
}

/** Tries the ways in which a model can be spoken to, within the budget, and writes down what it finds. An abort ends it at once, and throws. */
export async function examine(model: FoundModel, options: ExamineOptions): Promise<Card> {
  const work = examining(model, options)
  for (;;) {
    const step = await work.next()
    if (step.done) return step.value
    options.onProgress?.(step.value)
  }
}

/** The same, at the pace of whoever listens. */
export async function* examining(model: FoundModel, options: ExamineOptions): AsyncGenerator<Progress, Card> {
  if (model.info.demo) throw refusal('request/invalid', say('doctor.demo'))
  return yield* new Examination(model, options).run()
}

/** A candidate's worth of failures of the world, twice in a row, and the world is at fault. */
const MOST_FAILED = 2

class Examination {
  readonly #model: FoundModel
  readonly #signal: AbortSignal
  readonly #budget: Budget
  readonly #now: () => number
  readonly #since: number
  readonly #queue: Candidate[]
  readonly #done: CardCandidate[] = []
  readonly #cases: readonly Case[]
  #requests = 0
  #inputTokens = 0
  #outputTokens = 0
  #failed = 0
  #thinks = false

  constructor(model: FoundModel, { signal, budget, now = Date.now }: ExamineOptions) {
    this.#model = model
    this.#signal = signal
    this.#budget = { ...USUAL_BUDGET, ...budget }
    this.#now = now
    this.#since = now()
    this.#queue = [...candidatesOf(model)]
    this.#cases = casesOf(model)
  }

  async *run(): AsyncGenerator<Progress, Card> {
    let ended: Card['ended'] = 'done'
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const candidate = yield* this.#try(next)
      this.#done.push(candidate)
      ended = this.#verdictOn(candidate)
      if (ended !== 'done') break
    }
    return this.#card(ended)
  }

  /** Whether there is reason to go on with the next. */
  #verdictOn(candidate: CardCandidate): Card['ended'] {
    if (candidate.ended === 'budget') return 'budget'
    if (isPerfect(candidate)) return 'perfect'
    const last = candidate.probes.at(-1)?.answer.end
    this.#failed = candidate.ended === 'failed' ? this.#failed + 1 : 0
    if (this.#failed < MOST_FAILED) return 'done'
    return last === 'slow' ? 'slow' : 'unreachable'
  }

  async *#try(candidate: Candidate): AsyncGenerator<Progress, CardCandidate> {
    const probes: CardProbe[] = []
    let ended: CardCandidate['ended'] | undefined
    for (const [at, asked] of this.#cases.entries()) {
      const request = requestFor(this.#model, candidate, asked)
      if (this.#isSpent(request)) ended = 'budget'
      if (ended) break
      yield this.#progress(candidate, asked, at)
      probes.push(await this.#ask(candidate, asked, request))
      ended = whyEnd(probes)
    }
    const { dialect, why, shape } = candidate
    return { choice: choiceOf({ dialect }), why, ...(shape !== undefined && { shape }), ended: ended ?? 'done', probes }
  }

  async #ask(candidate: Candidate, asked: Case, request: ChatRequest): Promise<CardProbe> {
    this.#requests++
    const patience = { signal: this.#signal, ms: this.#patience(), now: this.#now }
    const answer = await askProbe(respondOf(this.#model, asked), request, patience)
    this.#inputTokens += answer.inputTokens
    this.#outputTokens += answer.outputTokens
    const { dialect } = candidate
    const parts = await readProbe(answer, { candidate, asked, startsInReasoning: this.#model.info.startsInReasoning ?? null })
    this.#thinks ||= parts.some(isThought)
    const written = await missedDialect(answer, asked, parts)
    this.#tryLater(written)
    const verdict = verdictOf(judge({ asked, parts, end: answer.end, dialect, written }))
    return { case: asked.id, request: shownRequest(request), answer, verdict }
  }

  /** A model that writes a dialect which nobody taught it may speak it well. */
  #tryLater(written: string | undefined): void {
    const dialect = written === undefined ? undefined : findDialect(written)
    if (!dialect || this.#done.length + this.#queue.length + 2 > MOST_CANDIDATES) return
    if ([...this.#done.map(({ choice }) => choice), ...this.#queue.map(choiceOf)].includes(dialect.id)) return
    this.#queue.unshift({ dialect, why: 'written' })
  }

  #patience(): number {
    return Math.max(1, Math.min(this.#budget.answerMs, this.#budget.ms - this.#spentMs()))
  }

  #spentMs(): number {
    return Math.max(0, this.#now() - this.#since)
  }

  #isSpent(request: ChatRequest): boolean {
    const tokens = this.#inputTokens + this.#outputTokens + mostTokens(request)
    return this.#requests >= this.#budget.requests || tokens > this.#budget.tokens || this.#spentMs() >= this.#budget.ms
  }

  #progress(candidate: Candidate, asked: Case, at: number): Progress {
    const left = this.#cases.length - at + this.#queue.length * this.#cases.length
    const most = Math.min(this.#budget.requests, this.#requests + left)
    const ms = this.#spentMs()
    return {
      type: 'progress',
      done: this.#requests,
      most,
      tokens: this.#inputTokens + this.#outputTokens,
      ms,
      ...(this.#requests > 0 && { restMs: Math.round((ms / this.#requests) * (most - this.#requests)) }),
      choice: choiceOf(candidate),
      case: asked.id,
    }
  }

  #card(ended: Card['ended']): Card {
    const { info, provider } = this.#model
    return newCard({
      model: info.id,
      provider: { id: provider.id, kind: provider.kind ?? provider.format ?? 'custom' },
      at: new Date(this.#now()).toISOString(),
      startsInReasoning: info.startsInReasoning ?? null,
      ended,
      candidates: this.#done,
      left: this.#queue.map(choiceOf),
      recommendation: recommend(this.#done, this.#thinks),
      cost: {
        requests: this.#requests,
        inputTokens: this.#inputTokens,
        outputTokens: this.#outputTokens,
        ms: Math.round(this.#spentMs()),
      },
    })
  }
}

const isThought = (part: SpokenPart): boolean => part.type === 'reasoning' && part.text.trim() !== ''

/** A way that fails at the simplest call, plain and otherwise, is left; a server that refuses or hangs is not asked the same again and again. */
function whyEnd(probes: readonly CardProbe[]): CardCandidate['ended'] | undefined {
  const last = probes.at(-1)
  if (last?.answer.end === 'refused' && last.case === 'call') return 'broken'
  const failures = probes.filter(({ answer }) => answer.end === 'unreachable').length
  if (last?.answer.end === 'slow' || failures >= MOST_FAILED) return 'failed'
  const calls = probes.filter((probe) => probe.case === 'call' || probe.case === 'unicode')
  return calls.length === 2 && calls.every(({ verdict }) => verdict.right === 'wrong' || verdict.right === 'failed')
    ? 'broken'
    : undefined
}

const candidatesOf = ({ info }: FoundModel): readonly Candidate[] => candidatesFor(info).slice(0, MOST_CANDIDATES)

/** Not every server can be asked in every way. */
const casesOf = ({ provider }: FoundModel): readonly Case[] =>
  CASES.filter(({ way }) => way === 'streamed' || provider[way] !== undefined)

function respondOf({ provider }: FoundModel, { way }: Case): Respond {
  return (way === 'streamed' ? undefined : provider[way]) ?? provider.respond
}

/** What a model that thinks aloud may think before it answers. */
const THOUGHT_TOKENS = 2000

function requestFor({ info, speech }: FoundModel, { dialect }: Candidate, asked: Case): ChatRequest {
  const maxTokens = asked.maxTokens + (speech.thinking ? THOUGHT_TOKENS : 0)
  const request: ChatRequest = { model: info.id, messages: asked.messages, tools: TOOLS, settings: { maxTokens } }
  return dialect ? lowerRequest(request, dialect, { reasoningNote: speech.thinking }) : request
}

function mostTokens(request: ChatRequest): number {
  const read = shownRequest(request).reduce((sum, { text }) => sum + text.length, 0)
  return estimatedTokens(read) + (request.settings?.maxTokens ?? 0)
}
