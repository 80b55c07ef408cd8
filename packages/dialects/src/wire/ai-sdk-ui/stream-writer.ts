import type { Fault } from '../../canonical/fault.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { resultText } from '../../canonical/outcome-words.ts'
import type { SpokenPart, ToolResult } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import { type PartStart, startOf, wholeText } from '../answer/play-events.ts'
import { NAMELESS, ownMetadata, UI_FINISH } from './write-messages.ts'

/** What the response must say of itself, or the client will not read it as a stream of UI messages. */
export const UI_STREAM_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' } as const

/** A turn: answers of the model, and between them what became of calls that its host runs. */
export type UiEvent =
  | StreamEvent
  | { readonly type: 'tool-result'; readonly result: ToolResult }
  /** A call waits for the user. The signature binds the answer to this very call; a host that remembers what it asked needs none. */
  | {
      readonly type: 'approval-request'
      readonly callId: string
      readonly approvalId: string
      readonly signature?: string
      readonly reason?: string
    }

export interface UiStreamOptions {
  readonly messageId: string
  /** Goes to the client with the end, beside the counts. */
  readonly metadata: JsonObject
}

interface OpenPart {
  readonly kind: PartStart['kind']
  readonly id: string
  /** Everything of a delta but its text, written once. */
  readonly head: string
  sent: boolean
}

/** Our events → the AI SDK's UI message stream. One message, however many steps the turn takes. */
export class UiStreamWriter {
  readonly #options: UiStreamOptions
  readonly #open = new Map<number, OpenPart>()
  #started = false
  #failed = false
  #step = 0
  #end: { readonly reason: EndReason; readonly usage?: Usage } | undefined

  constructor(options: UiStreamOptions) {
    this.#options = options
  }

  /** Opens the message before its first step, under an id that is known only now. */
  start(messageId: string, messageMetadata?: JsonObject): string {
    this.#started = true
    return chunk({ type: 'start', messageId, ...(messageMetadata && { messageMetadata }) })
  }

  /** Something for the page alone; it is in no message. */
  note(name: string, data: JsonValue): string {
    return chunk({ type: `data-${name}`, data, transient: true })
  }

  /** The turn is over: no further step will come. After a fault there is no finish: half an answer must not look like a whole one. */
  finish(withoutAnswer?: EndReason): string {
    const reason = this.#end?.reason ?? withoutAnswer
    if (this.#failed || reason === undefined) return ''
    const messageMetadata = { ...this.#options.metadata, ...(this.#end?.usage && { usage: { ...this.#end.usage } }) }
    return `${chunk({ type: 'finish', finishReason: UI_FINISH[reason], messageMetadata })}${DONE}`
  }

  push(event: UiEvent): string {
    switch (event.type) {
      case 'message-start':
        this.#step++
        this.#open.clear()
        return (this.#started ? '' : this.start(this.#options.messageId)) + chunk({ type: 'start-step' })
      case 'part-start':
        return this.#openPart(event)
      case 'part-delta':
        return this.#delta(this.#open.get(event.part), event.text)
      case 'part-end':
        return this.#endPart(event.part, event.value)
      case 'message-end':
        this.#end = event
        return chunk({ type: 'finish-step' })
      case 'tool-result':
        return resultChunk(event.result)
      case 'approval-request': {
        const { callId: toolCallId, approvalId, signature, reason } = event
        const told = { ...(signature !== undefined && { signature }), ...(reason !== undefined && { reason }) }
        return chunk({ type: 'tool-approval-request', approvalId, toolCallId, ...told })
      }
      case 'fault':
        this.#failed = true
        return `${chunk({ type: 'error', errorText: toldWithId(event.fault) })}${DONE}`
      default:
        return event satisfies never
    }
  }

  #openPart(start: PartStart): string {
    if (start.kind === 'tool-call') {
      const { callId: id, name: toolName = NAMELESS } = start
      const head = `data: {"type":"tool-input-delta","toolCallId":${JSON.stringify(id)},"inputTextDelta":`
      this.#open.set(start.part, { kind: start.kind, head, id, sent: false })
      return chunk({ type: 'tool-input-start', toolCallId: id, toolName })
    }
    const id = `${this.#step}-${start.part}`
    const head = `data: {"type":"${start.kind}-delta","id":"${id}","delta":`
    this.#open.set(start.part, { kind: start.kind, head, id, sent: false })
    return chunk({ type: `${start.kind}-start`, id })
  }

  #delta(part: OpenPart | undefined, text: string): string {
    if (!part || text === '') return ''
    part.sent = true
    return `${part.head}${JSON.stringify(text)}}\n\n`
  }

  /** A part may come whole: then all of it is one delta. */
  #endPart(ordinal: number, value: SpokenPart): string {
    const opened = this.#open.has(ordinal) ? '' : this.#openPart(startOf(ordinal, value))
    const part = this.#open.get(ordinal)
    this.#open.delete(ordinal)
    if (!part) return opened
    const whole = part.sent || value.type === 'broken-call' ? '' : this.#delta(part, wholeText(value))
    return opened + whole + closePart(part, value)
  }
}

const DONE = 'data: [DONE]\n\n'

const chunk = (fields: JsonObject): string => `data: ${JSON.stringify(fields)}\n\n`

function closePart({ kind, id }: OpenPart, value: SpokenPart): string {
  if (value.type === 'broken-call') {
    const { name: toolName = NAMELESS, source: input, problem: errorText } = value
    return chunk({ type: 'tool-input-error', toolCallId: id, toolName, input, errorText })
  }
  const own = ownMetadata('providerMetadata', value)
  if (value.type !== 'tool-call') return chunk({ type: `${kind}-end`, id, ...own })
  return chunk({ type: 'tool-input-available', toolCallId: id, toolName: value.name, input: value.input, ...own })
}

/** An app that shows what went wrong has this text and no more. */
const toldWithId = ({ message, requestId }: Fault): string =>
  requestId === undefined ? message : `${message} (request ${requestId})`

function resultChunk(result: ToolResult): string {
  const toolCallId = result.callId
  const text = resultText(result)
  switch (result.outcome) {
    case 'ok':
      return chunk({ type: 'tool-output-available', toolCallId, output: result.data ?? text })
    case 'denied':
      return chunk({ type: 'tool-output-denied', toolCallId })
    case 'error':
    case 'cancelled':
      return chunk({ type: 'tool-output-error', toolCallId, errorText: text })
    default:
      return result.outcome satisfies never
  }
}
