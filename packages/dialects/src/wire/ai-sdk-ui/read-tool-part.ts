import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import { deniedWords } from '../../canonical/outcome-words.ts'
import type { BrokenCall, Outcome, ToolCall, ToolResult } from '../../canonical/part.ts'
import { problemOf, say } from '../../canonical/words.ts'
import { readCallInput } from '../request/call-input.ts'
import type { Fields } from '../request/request-fields.ts'

/** What the user said to an approval request. Not yet believed: the page controls the history. */
export interface UiApproval {
  readonly approvalId: string
  readonly callId: string
  readonly approved: boolean
  readonly reason?: string
  /** What the server signed when it asked. Check it before running anything. */
  readonly signature?: string
}

export interface UiToolPart {
  readonly call: ToolCall | BrokenCall
  /** Absent while the call waits: for the page, for the user, or for the server. */
  readonly result?: ToolResult
  readonly approval?: UiApproval
}

const STATIC = 'tool-'

export function isToolPart(type: string): boolean {
  return type === 'dynamic-tool' || type.startsWith(STATIC)
}

/** One tool part of a UI message, in whichever state of its life. */
export function readToolPart(part: Fields, type: string): UiToolPart {
  const name = type === 'dynamic-tool' ? part.string('toolName') : type.slice(STATIC.length)
  const id = part.string('toolCallId')
  if (name === '') throw part.invalid('type', 'must name the tool, as in `tool-read_file`')
  if (id === '') throw part.invalid('toolCallId', 'must not be empty')
  const call = readCall(part, id, name)
  const answered = (outcome: Outcome, value: JsonValue | undefined): UiToolPart => ({
    call,
    result: resultOf({ id, name, outcome, value }),
  })
  const state = part.string('state')
  switch (state) {
    case 'input-streaming':
    case 'input-available':
    case 'approval-requested':
      return { call }
    case 'approval-responded':
      return { call, approval: readApproval(part, id) }
    case 'output-available':
      return answered('ok', part.get('output'))
    case 'output-error':
      return answered('error', part.text('errorText') || 'The tool failed.')
    case 'output-denied':
      return answered('denied', deniedWords(part.object('approval')?.text('reason')))
    default:
      throw part.invalid('state', 'must be a state of a tool part, such as `output-available`')
  }
}

function readApproval(part: Fields, callId: string): UiApproval {
  const approval = part.object('approval')
  if (!approval) throw part.invalid('approval', 'must hold the answer')
  const approved = approval.boolean('approved')
  if (approved === undefined) throw approval.invalid('approved', 'must be true or false')
  const reason = approval.text('reason')
  const signature = approval.text('signature')
  return {
    approvalId: approval.string('id'),
    callId,
    approved,
    ...(reason !== undefined && { reason }),
    ...(signature !== undefined && { signature }),
  }
}

function readCall(part: Fields, id: string, name: string): ToolCall | BrokenCall {
  const own = part.object('callProviderMetadata')?.object('parley')
  const signature = own?.text('signature')
  const proof = signature !== undefined && { signature }
  const input = part.get('input')
  if (part.text('state') === 'input-streaming') {
    const source = part.text('rawInput') ?? (input === undefined ? '' : JSON.stringify(input))
    return { type: 'broken-call', id, name, source, ...problemOf(say('call.broke-off')) }
  }
  if (isJsonObject(input)) return { type: 'tool-call', id, name, input, ...exactInput(own?.text('inputText'), input), ...proof }
  const raw = input ?? part.get('rawInput') ?? ''
  const told = part.text('errorText')
  const problem = told === undefined ? problemOf(say('call.input-no-object')) : { problem: told }
  return { type: 'broken-call', id, name, source: typeof raw === 'string' ? raw : JSON.stringify(raw), ...problem }
}

/** The exact text counts only when it says what the page showed. */
function exactInput(inputText: string | undefined, input: JsonObject): { readonly inputText?: string } {
  const read = inputText === undefined ? undefined : readCallInput(inputText)
  return inputText !== undefined && read?.kind === 'read' && JSON.stringify(read.input) === JSON.stringify(input)
    ? { inputText }
    : {}
}

interface ResultFields {
  readonly id: string
  readonly name: string
  readonly outcome: Outcome
  readonly value: JsonValue | undefined
}

/** Words are told as they are; any other value is told as JSON and kept as the value it is. */
function resultOf({ id, name, outcome, value }: ResultFields): ToolResult {
  const shell = { type: 'tool-result', callId: id, name, outcome } as const
  if (value === undefined || value === '') return { ...shell, content: [] }
  if (typeof value === 'string') return { ...shell, content: [{ type: 'text', text: value }] }
  return { ...shell, content: [{ type: 'text', text: JSON.stringify(value) }], data: value }
}
