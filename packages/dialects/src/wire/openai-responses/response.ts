import { collectMessage } from '../../canonical/collect-message.ts'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import type { KnownTool } from '../../canonical/message.ts'
import { inputJson, type SpokenPart, type ToolCall } from '../../canonical/part.ts'
import type { EndReason, StreamEvent, Usage } from '../../canonical/stream-event.ts'
import type { PartStart } from '../answer/play-events.ts'
import { writeChatFault } from '../openai-chat/writer.ts'
import { freeformInput, type KnownTools, knownTools } from '../request/freeform-tools.ts'
import type { AnswerContext } from '../wire-format.ts'
import { reasoningProof } from './proofs.ts'
import { summaryOf } from './write-request.ts'

const ID_MARK: { readonly [Kind in PartStart['kind']]: string } = { text: 'msg', reasoning: 'rs', 'tool-call': 'fc' }

export function itemId(kind: PartStart['kind'], context: AnswerContext, index: number): string {
  return `${ID_MARK[kind]}_${context.id}_${index}`
}

/** The response that an item was said in, by the item's id. Undefined: the id is none of ours. */
export function responseOfItem(id: string): string | undefined {
  return /^[a-z]+_(.+)_\d+$/.exec(id)?.[1]
}

export function textContent(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}

export function refusalContent(refusal: string): JsonObject {
  return { type: 'refusal', refusal }
}

export function refusalItem(id: string, refusal: string): JsonObject {
  return { id, type: 'message', status: 'completed', role: 'assistant', content: [refusalContent(refusal)] }
}

export type Status = 'in_progress' | 'completed' | 'incomplete'
export function itemOf(id: string, part: SpokenPart, { status, known }: { status: Status; known: KnownTools }): JsonObject {
  switch (part.type) {
    case 'text':
      return { id, type: 'message', status, role: 'assistant', content: status === 'in_progress' ? [] : [textContent(part.text)] }
    case 'broken-call':
      return { id, type: 'message', status, role: 'assistant', content: [textContent(part.source)] }
    case 'reasoning':
      return {
        id,
        type: 'reasoning',
        summary: summaryOf(part.text),
        ...(part.signature !== undefined && { encrypted_content: reasoningProof.pass(part.signature) }),
      }
    case 'tool-call':
      return callItem(id, part, { status, known: known.get(part.name) })
    default:
      return part satisfies never
  }
}

function callItem(id: string, call: ToolCall, { status, known }: { status: Status; known: KnownTool | undefined }): JsonObject {
  const common = { id, status, call_id: call.id }
  if (known?.kind === 'search') return { ...common, type: 'tool_search_call', execution: 'client', arguments: call.input }
  const named = { name: known?.name ?? call.name, ...(known?.namespace !== undefined && { namespace: known.namespace }) }
  if (known?.kind === 'freeform')
    return { ...common, type: 'custom_tool_call', ...named, input: status === 'in_progress' ? '' : freeformInput(call.input) }
  return { ...common, type: 'function_call', ...named, arguments: inputJson(call) }
}

/** Our events → a whole answer. */
export function writeResponsesAnswer(events: readonly StreamEvent[], context: AnswerContext): JsonObject {
  const { message, reason = 'done', usage, fault, refusal } = collectMessage(events)
  if (fault) return writeChatFault(fault)
  const known = knownTools(context)
  const output = message.parts.map((part, index) => {
    const kind = part.type === 'broken-call' ? 'text' : part.type
    return itemOf(itemId(kind, context, index), part, { status: 'completed', known })
  })
  if (refusal !== undefined) output.push(refusalItem(itemId('text', context, output.length), refusal))
  return finishedResponse(context, { output, reason, usage })
}

export const INCOMPLETE: { readonly [Reason in EndReason]?: string } = { length: 'max_output_tokens', filtered: 'content_filter' }

interface Ending {
  readonly output: readonly JsonObject[]
  readonly reason: EndReason
  readonly usage: Usage | undefined
}

export function finishedResponse(context: AnswerContext, { output, reason, usage }: Ending): JsonObject {
  const cutShort = INCOMPLETE[reason]
  return responseShell(context, {
    status: cutShort === undefined ? 'completed' : 'incomplete',
    incomplete_details: cutShort === undefined ? null : { reason: cutShort },
    output,
    usage: writeUsage(usage),
  })
}

export function responseShell(
  { id, model, created, echo }: AnswerContext,
  fields: { readonly [key: string]: JsonValue },
): JsonObject {
  return {
    id,
    object: 'response',
    created_at: created,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model,
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage: null,
    ...echo,
    ...fields,
  }
}

function writeUsage(usage: Usage = {}): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, reasoningTokens = 0 } = usage
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
    ...(usage.estimated && { estimated: true }),
  }
}
