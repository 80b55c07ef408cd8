import { collectMessage } from '../../canonical/collect-message.ts'
import type { Fault, FaultCode } from '../../canonical/fault.ts'
import type { JsonObject } from '../../canonical/json.ts'
import type { BrokenCall, SpokenPart } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { AnswerSink, type PartStart, writerInto } from '../answer/play-events.ts'
import type { AnswerContext, WireWriter } from '../wire-format.ts'
import { thoughtProof } from './proofs.ts'

/** Writes their stream. Words go out as they come; a call only when it is whole, because the format has no pieces of one. */
export function createGenerateWriter(context: AnswerContext): WireWriter {
  return writerInto(new GenerateSink(context))
}

class GenerateSink extends AnswerSink {
  readonly #tail: string
  #wordless = true

  constructor({ id, model }: AnswerContext) {
    super()
    this.#tail = `,"modelVersion":${JSON.stringify(model)},"responseId":${JSON.stringify(id)}}\n\n`
  }

  start(): void {}

  open(): void {
    this.#wordless = true
  }

  delta(start: PartStart, text: string): void {
    this.#wordless = false
    if (start.kind === 'tool-call') return
    this.#say(`{"text":${JSON.stringify(text)}${start.kind === 'reasoning' ? ',"thought":true' : ''}}`)
  }

  close(_start: PartStart, value: Exclude<SpokenPart, BrokenCall>): void {
    if (value.type === 'tool-call') return this.#say(JSON.stringify(writePart(value)))
    if (value.type === 'reasoning' && value.signature !== undefined)
      this.#say(
        JSON.stringify({
          text: '',
          ...(!this.#wordless && { thought: true }),
          thoughtSignature: thoughtProof.pass(value.signature),
        }),
      )
  }

  closeBroken(_start: PartStart, value: BrokenCall): void {
    this.#say(JSON.stringify(writePart(value)))
  }

  end(reason: EndReason, usage?: Usage, refusal?: string): void {
    const counted = usage ? `,"usageMetadata":${JSON.stringify(writeUsage(usage))}` : ''
    const content = '"content":{"parts":[{"text":""}],"role":"model"}'
    const why = refusal === undefined ? '' : `,"finishMessage":${JSON.stringify(refusal)}`
    this.written += `data: {"candidates":[{${content},"finishReason":"${FINISH[reason]}"${why},"index":0}]${counted}${this.#tail}`
  }

  fault(fault: Fault): void {
    this.written += `data: ${JSON.stringify(writeGenerateFault(fault))}\n\n`
  }

  #say(part: string): void {
    this.written += `data: {"candidates":[{"content":{"parts":[${part}],"role":"model"},"index":0}]${this.#tail}`
  }
}

const FINISH: { readonly [Reason in EndReason]: string } = {
  done: 'STOP',
  calls: 'STOP',
  stopped: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
}

/** Our events → a whole answer. */
export function writeGenerateAnswer(events: readonly StreamEvent[], context: AnswerContext): JsonObject {
  const { message, reason = 'done', usage, fault, refusal } = collectMessage(events)
  if (fault) return writeGenerateFault(fault)
  const end = { finishReason: FINISH[reason], ...(refusal !== undefined && { finishMessage: refusal }) }
  return {
    candidates: [{ content: { parts: message.parts.map(writePart), role: 'model' }, ...end, index: 0 }],
    ...(usage && { usageMetadata: writeUsage(usage) }),
    modelVersion: context.model,
    responseId: context.id,
  }
}

function writePart(part: SpokenPart): JsonObject {
  const proof = 'signature' in part && part.signature !== undefined && { thoughtSignature: thoughtProof.pass(part.signature) }
  switch (part.type) {
    case 'text':
      return { text: part.text }
    case 'reasoning':
      return { text: part.text, ...(part.text !== '' && { thought: true }), ...proof }
    case 'tool-call':
      return { functionCall: { id: part.id, name: part.name, args: part.input }, ...proof }
    case 'broken-call':
      return { text: part.source }
    default:
      return part satisfies never
  }
}

function writeUsage({ inputTokens = 0, outputTokens = 0, reasoningTokens, cachedInputTokens, estimated }: Usage): JsonObject {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: Math.max(0, outputTokens - (reasoningTokens ?? 0)),
    totalTokenCount: inputTokens + outputTokens,
    ...(reasoningTokens !== undefined && { thoughtsTokenCount: reasoningTokens }),
    ...(cachedInputTokens !== undefined && { cachedContentTokenCount: cachedInputTokens }),
    ...(estimated && { estimated }),
  }
}

/** Their own error shape. */
export function writeGenerateFault(fault: Fault): JsonObject {
  const [code, status] = statusOf(fault.code)
  return { error: { code, message: fault.message, status } }
}

function statusOf(code: FaultCode): readonly [number, string] {
  switch (code) {
    case 'request/invalid':
    case 'request/too-large':
    case 'provider/too-long':
      return [400, 'INVALID_ARGUMENT']
    case 'provider/refused':
      return [400, 'FAILED_PRECONDITION']
    case 'request/unauthorized':
      return [401, 'UNAUTHENTICATED']
    case 'request/forbidden':
    case 'provider/unauthorized':
      return [403, 'PERMISSION_DENIED']
    case 'request/not-found':
    case 'request/unknown-model':
    case 'request/unknown-dialect':
      return [404, 'NOT_FOUND']
    case 'request/conflict':
      return [409, 'ABORTED']
    case 'request/too-many':
    case 'provider/rate-limited':
      return [429, 'RESOURCE_EXHAUSTED']
    case 'provider/unavailable':
    case 'server/stopping':
      return [503, 'UNAVAILABLE']
    case 'provider/timeout':
      return [504, 'DEADLINE_EXCEEDED']
    default:
      return [500, 'INTERNAL']
  }
}
