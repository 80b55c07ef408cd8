import type { Fault, FaultCode } from '../../canonical/fault.ts'
import type { JsonObject } from '../../canonical/json.ts'
import { type BrokenCall, inputJson, type SpokenPart, type ToolCall } from '../../canonical/part.ts'
import type { EndReason, Usage } from '../../canonical/stream-event.ts'
import { AnswerSink, type PartStart, writerInto } from '../answer/play-events.ts'
import { writeChatFault } from '../openai-chat/writer.ts'
import { freeformInput, type KnownTools, knownTools } from '../request/freeform-tools.ts'
import type { AnswerContext, WireWriter } from '../wire-format.ts'
import {
  finishedResponse,
  INCOMPLETE,
  itemId,
  itemOf,
  refusalContent,
  refusalItem,
  responseShell,
  type Status,
  textContent,
} from './response.ts'

/** Writes their stream: one output item after the other, each announced, filled and closed. */
export function createResponsesWriter(context: AnswerContext): WireWriter {
  const sink = new ResponsesSink(context)
  const { push } = writerInto(sink)
  return {
    push,
    get whole() {
      return sink.whole
    },
  }
}

class ResponsesSink extends AnswerSink {
  readonly #context: AnswerContext
  readonly #known: KnownTools
  readonly #output: JsonObject[] = []
  #sequence = 0
  whole: JsonObject | undefined

  constructor(context: AnswerContext) {
    super()
    this.#context = context
    this.#known = knownTools(context)
  }

  start(): void {
    const response = responseShell(this.#context, { status: 'in_progress', output: [] })
    this.#say('response.created', { response })
    this.#say('response.in_progress', { response })
  }

  open(start: PartStart): void {
    if (this.#isWhole(start)) return
    this.#addItem(this.#itemOf(this.#itemId(start.kind), startedPart(start), 'in_progress'))
    if (start.kind === 'text')
      this.#say('response.content_part.added', { ...this.#place('text'), content_index: 0, part: textContent('') })
    if (start.kind === 'reasoning')
      this.#say('response.reasoning_summary_part.added', {
        ...this.#place('reasoning'),
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      })
  }

  delta(start: PartStart, text: string): void {
    if (this.#isWhole(start)) return
    const { type, fields } = DELTA[start.kind]
    const place = `"item_id":${JSON.stringify(this.#itemId(start.kind))},"output_index":${this.#output.length},"sequence_number":${this.#sequence++}`
    this.written += `event: ${type}\ndata: {"type":"${type}",${place},${fields}"delta":${JSON.stringify(text)}}\n\n`
  }

  close(start: PartStart, value: Exclude<SpokenPart, BrokenCall>): void {
    if (this.#isWhole(start)) this.#addItem(this.#itemOf(this.#itemId(start.kind), startedPart(start), 'in_progress'))
    this.#sayWhole(value)
    this.#finishItem(this.#itemOf(this.#itemId(start.kind), value, 'completed'))
  }

  closeBroken(start: PartStart, value: BrokenCall, spoiled?: string): void {
    if (spoiled === undefined || this.#isWhole(start)) return this.#tell(value.source)
    this.#say('response.function_call_arguments.done', { ...this.#place('tool-call'), arguments: spoiled })
    this.#finishItem({ ...this.#itemOf(this.#itemId('tool-call'), startedPart(start), 'incomplete'), arguments: spoiled })
  }

  end(reason: EndReason, usage?: Usage, refusal?: string): void {
    if (refusal !== undefined) this.#refuse(refusal)
    const response = finishedResponse(this.#context, { output: this.#output, reason, usage })
    this.whole = response
    this.#say(`response.${INCOMPLETE[reason] === undefined ? 'completed' : 'incomplete'}`, { response })
  }

  fault(fault: Fault): void {
    const { error } = writeChatFault(fault)
    this.#say('error', { code: fault.code, message: fault.message, param: null, ...(error !== undefined && { error }) })
    // Some clients pass over the event above, and repeat what they were given no cause for.
    const cause = { code: FAILURE[fault.code] ?? (fault.retryable ? 'server_error' : 'invalid_prompt'), message: fault.message }
    this.#say('response.failed', {
      response: responseShell(this.#context, { status: 'failed', error: cause, output: this.#output }),
    })
  }

  #sayWhole(value: Exclude<SpokenPart, BrokenCall>): void {
    if (value.type === 'text') {
      const place = { ...this.#place('text'), content_index: 0 }
      this.#say('response.output_text.done', { ...place, text: value.text, logprobs: [] })
      this.#say('response.content_part.done', { ...place, part: textContent(value.text) })
    } else if (value.type === 'reasoning') {
      const place = { ...this.#place('reasoning'), summary_index: 0 }
      this.#say('response.reasoning_summary_text.done', { ...place, text: value.text })
      this.#say('response.reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text: value.text } })
    } else this.#sayCall(value)
  }

  #sayCall(call: ToolCall): void {
    const place = this.#place('tool-call')
    const known = this.#known.get(call.name)
    if (known?.kind === 'search') return
    if (known?.kind === 'freeform') {
      const input = freeformInput(call.input)
      this.#say('response.custom_tool_call_input.delta', { ...place, delta: input })
      this.#say('response.custom_tool_call_input.done', { ...place, input })
    } else
      this.#say('response.function_call_arguments.done', { ...place, name: known?.name ?? call.name, arguments: inputJson(call) })
  }

  /** Input that is not sent as JSON is sent when it is whole: half a call must not run, and text cannot be spoiled. */
  #isWhole(start: PartStart): boolean {
    const kind = start.kind === 'tool-call' && start.name !== undefined && this.#known.get(start.name)?.kind
    return kind === 'freeform' || kind === 'search'
  }

  #itemOf(id: string, part: SpokenPart, status: Status): JsonObject {
    return itemOf(id, part, { status, known: this.#known })
  }

  /** A call that never had a name can only be told as text. */
  #tell(text: string): void {
    const start: PartStart = { type: 'part-start', part: this.#output.length, kind: 'text' }
    this.open(start)
    this.delta(start, text)
    this.close(start, { type: 'text', text })
  }

  #refuse(refusal: string): void {
    const place = { ...this.#place('text'), content_index: 0 }
    this.#addItem(this.#itemOf(this.#itemId('text'), { type: 'text', text: '' }, 'in_progress'))
    this.#say('response.content_part.added', { ...place, part: refusalContent('') })
    this.#say('response.refusal.delta', { ...place, delta: refusal })
    this.#say('response.refusal.done', { ...place, refusal })
    this.#say('response.content_part.done', { ...place, part: refusalContent(refusal) })
    this.#finishItem(refusalItem(this.#itemId('text'), refusal))
  }

  #addItem(item: JsonObject): void {
    this.#say('response.output_item.added', { output_index: this.#output.length, item })
  }

  #finishItem(item: JsonObject): void {
    this.#say('response.output_item.done', { output_index: this.#output.length, item })
    this.#output.push(item)
  }

  #place(kind: PartStart['kind']): JsonObject {
    return { item_id: this.#itemId(kind), output_index: this.#output.length }
  }

  #itemId(kind: PartStart['kind']): string {
    return itemId(kind, this.#context, this.#output.length)
  }

  #say(type: string, fields: JsonObject): void {
    this.written += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence++, ...fields })}\n\n`
  }
}

/** Why a response failed, as far as the format has a word for it. */
const FAILURE: { readonly [Code in FaultCode]?: string } = {
  'provider/rate-limited': 'rate_limit_exceeded',
  'provider/too-long': 'context_length_exceeded',
}

const DELTA: { readonly [Kind in PartStart['kind']]: { readonly type: string; readonly fields: string } } = {
  text: { type: 'response.output_text.delta', fields: '"content_index":0,"logprobs":[],' },
  reasoning: { type: 'response.reasoning_summary_text.delta', fields: '"summary_index":0,' },
  'tool-call': { type: 'response.function_call_arguments.delta', fields: '' },
}

function startedPart(start: PartStart): SpokenPart {
  if (start.kind === 'tool-call') return { type: 'tool-call', id: start.callId, name: start.name ?? '', input: {}, inputText: '' }
  return { type: start.kind, text: '' }
}
