import { type ChatRequest, faultOf, type Message, type Respond, type StreamEvent } from '@parley/dialects'
import { masked } from '../providers/wire-log.ts'
import { type CardProbe, MOST_ANSWER, type RawAnswer, type RawPart } from './card.ts'

interface Patience {
  readonly signal: AbortSignal
  readonly ms: number
  readonly now: () => number
}

/** Sends one request, and keeps what comes back as it came: no more of it than an answer may have, and no longer than it may take. */
export async function askProbe(respond: Respond, request: ChatRequest, { signal, ms, now }: Patience): Promise<RawAnswer> {
  const since = now()
  const late = AbortSignal.timeout(ms)
  const collected = new Collected()
  try {
    const stop = AbortSignal.any([signal, late])
    for await (const batch of withUntil(respond(request, stop), stop)) {
      for (const event of batch) collected.take(event)
      if (collected.over) break
    }
    if (late.aborted && !collected.ended) collected.end = 'slow'
  } catch (error) {
    const fault = faultOf(error)
    if (!fault && !late.aborted && !signal.aborted) throw error
    collected.end = late.aborted ? 'slow' : endOf(fault?.code ?? '')
    if (fault) collected.problem = fault.message
  }
  signal.throwIfAborted()
  return collected.answer(request, now() - since)
}

/** A provider that does not notice an abort is not waited for. */
async function* withUntil<Item>(source: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]()
  let leave: (() => void) | undefined
  const gone = new Promise<'left'>((resolve) => {
    leave = () => resolve('left')
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), gone])
      if (next === 'left' || next.done) return
      yield next.value
    }
  } finally {
    if (leave) signal.removeEventListener('abort', leave)
    const left = iterator.return?.()?.catch(() => undefined)
    // Below, everything is tidied up before the next question, unless it is that which is not waited for.
    if (!signal.aborted) await left
  }
}

const endOf = (code: string): RawAnswer['end'] =>
  code === 'provider/refused' || code === 'provider/too-long' ? 'refused' : code === 'provider/timeout' ? 'slow' : 'unreachable'

/** What a server sent, part by part. */
class Collected {
  end: RawAnswer['end'] | undefined
  problem: string | undefined
  over = false
  readonly #parts = new Map<number, { readonly kind: RawPart['type']; name: string; text: string }>()
  #length = 0
  #usage: { readonly inputTokens?: number; readonly outputTokens?: number } = {}

  get ended(): boolean {
    return this.end !== undefined
  }

  take(event: StreamEvent): void {
    if (event.type === 'part-start')
      this.#parts.set(event.part, { kind: event.kind, name: event.kind === 'tool-call' ? (event.name ?? '') : '', text: '' })
    else if (event.type === 'part-delta') this.#append(event.part, event.text)
    else if (event.type === 'part-end') this.#finish(event)
    else if (event.type === 'message-end') this.#close(event.reason, event.usage)
    else if (event.type === 'fault') {
      this.problem = event.fault.message
      this.#close(endOf(event.fault.code))
    }
  }

  #append(part: number, text: string): void {
    const open = this.#parts.get(part)
    if (!open) return
    open.text += text.slice(0, MOST_ANSWER - this.#length)
    this.#length += text.length
    if (this.#length > MOST_ANSWER) this.#close('length')
  }

  /** A part that did not stream is only in its end; a call is kept as its end says it. */
  #finish({ part, value }: Extract<StreamEvent, { type: 'part-end' }>): void {
    const open = this.#parts.get(part) ?? { kind: 'text', name: '', text: '' }
    if (value.type === 'tool-call')
      this.#parts.set(part, { kind: 'tool-call', name: value.name, text: value.inputText ?? JSON.stringify(value.input) })
    else if (value.type === 'broken-call')
      this.#parts.set(part, { kind: 'tool-call', name: value.name ?? '', text: value.source })
    else if (open.text === '') this.#parts.set(part, { kind: value.type, name: '', text: value.text })
  }

  #close(end: RawAnswer['end'], usage: { readonly inputTokens?: number; readonly outputTokens?: number } = {}): void {
    this.end ??= end
    this.#usage = usage
    this.over = true
  }

  answer(request: ChatRequest, ms: number): RawAnswer {
    const parts = [...this.#parts.values()].slice(0, 100).map(({ kind, name, text }): RawPart => {
      const kept = masked(text.slice(0, MOST_ANSWER), [])
      return kind === 'tool-call' ? { type: kind, name: name.slice(0, 300), input: kept } : { type: kind, text: kept }
    })
    const written = parts.reduce((sum, part) => sum + (part.type === 'tool-call' ? part.input : part.text).length, 0)
    const read = shownRequest(request).reduce((sum, { text }) => sum + text.length, 0)
    return {
      parts,
      end: this.end ?? 'unreachable',
      ...(this.problem !== undefined && { problem: masked(this.problem.slice(0, 4000), []) }),
      ms: Math.max(0, Math.round(ms)),
      inputTokens: this.#usage.inputTokens ?? estimatedTokens(read),
      outputTokens: this.#usage.outputTokens ?? estimatedTokens(written),
    }
  }
}

/** What servers that do not count are taken to have counted. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / 4)

/** The request, text by text, as a person reads it. */
export function shownRequest({ messages, tools }: ChatRequest): CardProbe['request'] {
  const said = messages.map((message) => ({ role: message.role, text: textOf(message) }))
  return tools && tools.length > 0 ? [{ role: 'tools', text: JSON.stringify(tools, null, 1) }, ...said] : said
}

function textOf(message: Message): string {
  return message.parts
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text
      if (part.type === 'tool-result') return part.content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')
      if (part.type === 'tool-call') return `${part.name} ${JSON.stringify(part.input)}`
      return part.type === 'broken-call' ? part.source : ''
    })
    .join('\n')
}
