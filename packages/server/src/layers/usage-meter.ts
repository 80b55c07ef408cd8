import { inputJson, type Layer, type StreamEvent, type Usage } from '@parley/dialects'
import { createPace, unhurried } from '../safety/pace.ts'
import { estimateText, estimatingRequest } from '../usage/estimate-tokens.ts'

/** Tells what an answer costs where the model's server does not: roughly, and marked as such. Made anew for each answer. */
export interface UsageMeter {
  /** Next to the vendor, where requests and answers are as the model reads and writes them. */
  readonly below: Layer
  /** Above all layers: some of them end an answer before the vendor does. */
  readonly above: Layer
}

export function createUsageMeter(): UsageMeter {
  let read = 0
  let written = 0
  const below: Layer = (next) =>
    async function* (request, signal) {
      const source = next(request, signal)[Symbol.asyncIterator]()
      // The model is asked first, and counted for while it reads.
      let coming = source.next()
      coming.catch(() => undefined)
      const own = new Estimate(await unhurried(estimatingRequest(request), createPace()))
      read += own.read
      const before = written
      try {
        for (let batch = await coming; !batch.done; batch = await coming) {
          const told = batch.value.map((event) => own.pass(event))
          written = before + own.written
          yield told
          coming = source.next()
        }
      } finally {
        await source.return?.()
      }
    }
  const above: Layer = (next) =>
    async function* (request, signal) {
      for await (const batch of next(request, signal))
        yield batch.map((event) => (event.type === 'message-end' ? filled(event, read, written) : event))
    }
  return { below, above }
}

type End = Extract<StreamEvent, { type: 'message-end' }>

/** One prompt and the answer to it. */
class Estimate {
  readonly read: number
  #written = 0
  readonly #pieces = new Set<number>()

  constructor(read: number) {
    this.read = read
  }

  get written(): number {
    return Math.ceil(this.#written)
  }

  pass(event: StreamEvent): StreamEvent {
    if (event.type === 'message-start') return { ...event, usage: withInput(event.usage, this.read) }
    if (event.type === 'part-delta') this.#take(event.part, event.text)
    if (event.type === 'part-end' && !this.#pieces.has(event.part)) this.#take(event.part, textOf(event.value))
    return event.type === 'message-end' ? filled(event, this.read, this.written) : event
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

function filled(event: End, inputTokens: number, outputTokens: number): End {
  const usage = withInput(event.usage, inputTokens)
  return { ...event, usage: usage.outputTokens === undefined ? { ...usage, outputTokens, estimated: true } : usage }
}
