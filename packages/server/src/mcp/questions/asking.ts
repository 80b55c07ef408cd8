import type { JsonObject } from '@parley/dialects'
import type { Question } from '../../tools/question.ts'
import { readQuestion } from './read-question.ts'

/** Puts a question to the person who watches a call. `cancel` where nobody does. */
export type Ask = (question: Question) => Promise<JsonObject>

/** As often as anybody should have to answer in one call. */
export const MOST_QUESTIONS = 10

const CANCEL: JsonObject = { action: 'cancel' }

interface OpenCall {
  readonly ask: Ask
  /** Settles when the call is over: what it asked is answered by nobody then. */
  readonly over: Promise<JsonObject>
  asked: number
}

/**
 * Whose questions they are, on a connection whose protocol does not say which call asks. As long as one call is under way it is that one's. A
 * server that asks under several is refused, and gets one call at a time from then on.
 */
export class Asking {
  readonly #label: string
  readonly #log: (line: string) => void
  readonly #open = new Set<OpenCall>()
  #asks = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(label: string, log: (line: string) => void) {
    this.#label = label
    this.#log = log
  }

  /** Does a call, whose questions go to `ask`. */
  async during<Value>(ask: Ask, work: () => Promise<Value>): Promise<Value> {
    if (!this.#asks) return await this.#watch(ask, work)
    const next = this.#last.then(() => this.#watch(ask, work))
    this.#last = next.catch(() => undefined)
    return await next
  }

  /** What is answered to an `elicitation/create`. */
  async answer(params: unknown): Promise<JsonObject> {
    const [call, ...others] = this.#open
    this.#asks = true
    if (!call) return this.#refuse('it asked although no call was under way')
    if (others.length > 0) return this.#refuse('it asked while several calls were under way; from now on it gets one at a time')
    if (++call.asked > MOST_QUESTIONS) return this.#refuse(`it asked more than ${MOST_QUESTIONS} times in one call`)
    const question = readQuestion(params, this.#label)
    if (!question) return this.#refuse('it asked for something that no form can show, or for an unsafe address')
    return await Promise.race([call.ask(question), call.over])
  }

  async #watch<Value>(ask: Ask, work: () => Promise<Value>): Promise<Value> {
    const { promise: over, resolve: end } = Promise.withResolvers<JsonObject>()
    const call: OpenCall = { ask, over, asked: 0 }
    this.#open.add(call)
    try {
      return await work()
    } finally {
      this.#open.delete(call)
      end(CANCEL)
    }
  }

  #refuse(why: string): JsonObject {
    this.#log(`[parley] a question was cancelled: ${why}\n`)
    return CANCEL
  }
}
