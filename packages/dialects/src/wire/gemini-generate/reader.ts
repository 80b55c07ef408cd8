import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../canonical/json.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { say } from '../../canonical/words.ts'
import { countField, jsonText, objectsField, PayloadReader, textField } from '../answer/payload.ts'
import { BROKE_OFF, vendorFault } from '../answer/vendor-fault.ts'
import type { ReaderContext } from '../wire-format.ts'
import { say as sayFault } from '../words.ts'
import { NO_PROOF, thoughtProof } from './proofs.ts'
import { TOOL_NAME } from './write-request.ts'

/** Reads their stream: every event is a small answer of its own, with a few more parts. */
export class GenerateReader extends PayloadReader {
  #usage: Usage | undefined
  #reason: EndReason | undefined

  constructor(context: ReaderContext) {
    super(context, TOOL_NAME)
  }

  /** The reason may come before the last count, so only the end of the stream ends the answer. */
  override end(): readonly StreamEvent[] {
    if (this.#reason) this.events.end(this.#reason, this.#usage)
    else this.events.fault(BROKE_OFF)
    return this.events.take()
  }

  /** The whole answer is one such event. */
  answer(body: JsonObject): readonly StreamEvent[] {
    this.read(body)
    return [...this.events.take(), ...this.end()]
  }

  protected override read(payload: JsonObject): void {
    if (isJsonObject(ownValue(payload, 'error'))) return this.events.fault(vendorFault({ body: payload }))
    const blocked = blockReason(payload)
    if (blocked !== '') return this.events.fault(blockedFault(blocked))
    const candidates = objectsField(payload, 'candidates')
    const candidate = candidates.find((one) => (ownValue(one, 'index') ?? 0) === 0)
    if (candidate) this.events.start(textField(payload, 'responseId'), textField(payload, 'modelVersion'))
    const content = candidate && ownValue(candidate, 'content')
    if (isJsonObject(content)) for (const part of objectsField(content, 'parts')) this.#part(part)
    this.#usage = usageOf(ownValue(payload, 'usageMetadata')) ?? this.#usage
    if (candidate) this.#finish(candidate)
  }

  #part(part: JsonObject): void {
    const proof = textField(part, 'thoughtSignature')
    const signature = proof === '' || proof === NO_PROOF ? undefined : thoughtProof.read(proof)
    const call = ownValue(part, 'functionCall')
    if (isJsonObject(call)) return this.#call(call, signature)
    const thought = ownValue(part, 'thought') === true
    this.events.prose(thought ? 'reasoning' : 'text', textField(part, 'text') || fileText(part))
    if (signature === undefined) return
    if (!thought) this.events.endProse()
    this.events.signReasoning(signature)
    this.events.endProse()
  }

  #call(call: JsonObject, signature: string | undefined): void {
    const open = this.events.openCall(textField(call, 'id'), this.names.fromWire(textField(call, 'name')))
    if (signature !== undefined) open.signature = signature
    this.events.callDelta(open, jsonText(ownValue(call, 'args') ?? {}))
    this.events.endCall(open)
  }

  #finish(candidate: JsonObject): void {
    const reason = textField(candidate, 'finishReason')
    if (reason === '' || reason === 'FINISH_REASON_UNSPECIFIED') return
    this.#reason = REASONS.get(reason) ?? 'filtered'
    if (reason !== 'MALFORMED_FUNCTION_CALL' && reason !== 'UNEXPECTED_TOOL_CALL') {
      if (this.#reason === 'filtered') this.events.refuse(textField(candidate, 'finishMessage'))
      return
    }
    this.#reason = 'done'
    const open = this.events.openCall(undefined)
    open.problem = say('call.vendor-unreadable')
    this.events.callDelta(open, textField(candidate, 'finishMessage') || reason)
    this.events.endCall(open)
  }
}

const REASONS: ReadonlyMap<string, EndReason> = new Map([
  ['STOP', 'done'],
  ['MAX_TOKENS', 'length'],
])

/** Pictures the model made have no place in an answer of ours; that there was one is told. */
function fileText(part: JsonObject): string {
  const inline = ownValue(part, 'inlineData')
  return isJsonObject(inline) ? `[file ${textField(inline, 'mimeType')}]` : ''
}

function blockReason(payload: JsonObject): string {
  const feedback = ownValue(payload, 'promptFeedback')
  return isJsonObject(feedback) ? textField(feedback, 'blockReason') : ''
}

function blockedFault(reason: string) {
  return {
    code: 'provider/refused',
    ...sayFault('model.blocked', { reason }),
    retryable: false,
  } as const
}

/** Their output count leaves out the thoughts; ours has everything. */
function usageOf(usage: JsonValue | undefined): Usage | undefined {
  if (!isJsonObject(usage)) return undefined
  const inputTokens = countField(usage, 'promptTokenCount')
  const written = countField(usage, 'candidatesTokenCount')
  const reasoningTokens = countField(usage, 'thoughtsTokenCount')
  const cachedInputTokens = countField(usage, 'cachedContentTokenCount')
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...((written !== undefined || reasoningTokens !== undefined) && { outputTokens: (written ?? 0) + (reasoningTokens ?? 0) }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
  }
}
