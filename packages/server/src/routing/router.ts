import { type Fault, FaultError, faultOf, type Sentence } from '@parley/dialects'
import { say } from '../words.ts'
import type { Target } from './model-aliases.ts'
import { orderTargets } from './order-targets.ts'
import { createRests, type Rests } from './rests.ts'

interface Asked {
  /** The name that was asked for. */
  readonly name: string
  /** What it stands for, at least one. */
  readonly targets: readonly Target[]
  /** Its targets stay the same as long as they can. */
  readonly conversation: string
}

/** How one target is asked. Whatever it throws must be thrown before the client was told anything. */
type Attempt<Answer> = (target: Target, others: readonly Target[]) => Promise<Answer>

/** Asks the models that a name stands for, one after the other, until one of them answers. */
export interface Router {
  reach<Answer>(asked: Asked, attempt: Attempt<Answer>): Promise<Answer>
}

export interface RouterOptions {
  readonly now: () => number
  /** Told why a target was left for another one. */
  readonly onFailure?: (fault: Fault) => void
}

/** Conversations that are not where they would begin today. */
const MOST_MOVED = 10_000

export function createRouter({ now, onFailure = () => undefined }: RouterOptions): Router {
  const rests = createRests(now)
  const moved = new Map<string, string>()
  const stay = (conversation: string, model: string, usual: string) => {
    moved.delete(conversation)
    if (model === usual) return
    if (moved.size >= MOST_MOVED) moved.delete(moved.keys().next().value ?? '')
    moved.set(conversation, model)
  }
  return {
    async reach({ name, targets, conversation }, attempt) {
      const [only, ...more] = targets
      if (only && more.length === 0) return await attempt(only, [])
      const order = orderTargets(targets, conversation)
      const home = moved.get(conversation) ?? order[0]?.model
      const awake = [...order.filter(({ model }) => model === home), ...order.filter(({ model }) => model !== home)].filter(
        ({ model }) => !rests.of(model),
      )
      let failure: Fault | undefined
      for (const [index, target] of awake.entries()) {
        try {
          const answer = await attempt(target, awake.slice(index + 1))
          rests.end(target.model)
          stay(conversation, target.model, order[0]?.model ?? '')
          return answer
        } catch (error) {
          const fault = faultOf(error)
          if (!fault) throw error
          failure = { ...fault, ...say('route.failed', { problem: sentenceOf(fault), target: target.model, name }) }
          if (isElsewhere(fault)) continue
          if (!mayPass(fault)) throw new FaultError(failure, { cause: error })
          rests.begin(target.model, fault)
          onFailure(fault)
        }
      }
      throw new FaultError(withWaiting(failure ?? allRest(name, targets, rests), targets, { rests, now: now() }))
    },
  }
}

const PASSING: ReadonlySet<string> = new Set<Fault['code']>(['provider/unavailable', 'provider/timeout', 'provider/rate-limited'])

/** Whatever else a server says of a request, it would say again; and a wrong key or name must come to light. */
const mayPass = ({ code }: Fault): boolean => PASSING.has(code)

/** A model that is not there now, perhaps because nobody has started its server: nothing was asked, so nobody rests. */
const isElsewhere = ({ code }: Fault): boolean => code === 'request/unknown-model'

function allRest(name: string, targets: readonly Target[], rests: Rests): Fault {
  const last = targets.flatMap(({ model }) => rests.of(model) ?? []).toSorted((one, other) => other.until - one.until)[0]
  if (!last) throw new Error('No target rests, and none was asked.')
  return { ...last.fault, ...say('route.rest', { name, problem: sentenceOf(last.fault) }) }
}

/** When the first of them may be asked again. */
function withWaiting(fault: Fault, targets: readonly Target[], { rests, now }: { rests: Rests; now: number }): Fault {
  const ends = targets.flatMap(({ model }) => rests.of(model)?.until ?? [])
  if (ends.length < targets.length || !mayPass(fault)) return fault
  return { ...fault, retryAfter: Math.max(0, Math.min(...ends) - now) / 1000 }
}

const sentenceOf = ({ message, words }: Fault): Sentence => ({ message, ...(words && { words }) })
