import { inputJson, type Layer, type StreamEvent, type Usage } from '@parley/dialects'
import { createPace, unhurried } from '../safety/pace.ts'
import { estimateText, estimatingRequest } from '../usage/estimate-tokens.ts'
import { addedUsage } from './added-usage.ts'

/** Tells what an answer costs where the model's server does not: roughly, and marked as such. Made anew for each answer. */
export interface UsageMeter {
  /** Next to the vendor, where requests and answers are as the model reads and writes them. */
  readonly below: Layer
  /** All that was read and written so far, however often the model was asked. */
  usage(): Usage
}

/** `tells`: what nobody counted is said in the events, too. */
export function createUsageMeter({ tells }: { readonly tells: boolean }): UsageMeter {
  const asked = new Set<Estimate>()
  const below: Layer = (next) =>
    async function* (request, signal) {
      const source = next(request, signal)[Symbol.asyncIterator]()
      // The model is asked first, and counted for while it reads.
      let coming = source.next()
      coming.catch(() => undefined)
      const own = new Estimate(await unhurried(estimatingRequest(request), createPace()))
      asked.add(own)
      try {
        for (let batch = await coming; !batch.done; batch = await coming) {
          const told = batch.value.map((event) => own.pass(event))
          yield tells ? told : batch.value
          coming = source.next()
        }
      } catch (error) {
        // Nobody answered, so nobody has read it.
        if (!own.begun) asked.delete(own)
        throw error
      } finally {
        await source.return?.()
      }
    }
  return { below, usage: () => [...asked].reduce<Usage>((sum, { usage }) => addedUsage(sum, usage) ?? sum, {}) }
}

/** One prompt and the answer to it. */
class Estimate {
  /** Whether anything has come. */
  begun = false
  readonly #read: number
  #written = 0
  #told: Usage | undefined
  readonly #pieces = new Set<number>()

  constructor(read: number) {
    this.#read = read
  }

  /** What was told so far, and the rest estimated. */
  get usage(): Usage {
    const usage = withInput(this.#told, this.#read)
    return usage.outputTokens === undefined ? { ...usage, outputTokens: Math.ceil(this.#written), estimated: true } : usage
  }

  pass(event: StreamEvent): StreamEvent {
    this.begun = true
    if (event.type === 'part-delta') this.#take(event.part, event.text)
    if (event.type === 'part-end' && !this.#pieces.has(event.part)) this.#take(event.part, textOf(event.value))
    if (event.type === 'message-start') {
      this.#told = event.usage
      return { ...event, usage: withInput(event.usage, this.#read) }
    }
    if (event.type !== 'message-end') return event
    this.#told = { ...this.#told, ...event.usage }
    return { ...event, usage: this.usage }
  }

  #take(part: number, text: string): void {
    this.#pieces.add(part)
    this.#written += estimateText(text)
  }
}

function textOf(value: Extract<StreamEvent, { type: 'part-end' }>['value']): string {
  if (value.type === 'tool-call') return value.name + inputJson(value)
  return value.type === 'broken-call' ? value.source : value.text
}

/** A prompt without tokens is none that was counted. */
function withInput(usage: Usage | undefined, inputTokens: number): Usage {
  return usage?.inputTokens ? usage : { ...usage, inputTokens, estimated: true }
}
