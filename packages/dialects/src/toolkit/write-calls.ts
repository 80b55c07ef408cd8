import type { ToolSpec } from '../canonical/message.ts'
import { inputJson, type SpokenCall } from '../canonical/part.ts'
import { spacedJson } from './spaced-json.ts'
import { bareOf, functionOf } from './tool-list.ts'

/** The arguments of a call, spaced as chat templates space them. */
export function argumentsJson(call: SpokenCall): string {
  return spacedJson(inputJson(call))
}

/** `{"name": …, "arguments": …}`, the arguments under whatever key the dialect has for them. */
export function callJson(call: SpokenCall, inputKey = 'arguments'): string {
  return `{"name": ${JSON.stringify(call.name)}, "${inputKey}": ${argumentsJson(call)}}`
}

export function callListJson(calls: readonly SpokenCall[], inputKey?: string): string {
  return `[${calls.map((call) => callJson(call, inputKey)).join(', ')}]`
}

/** A tool on one line, in the form that the OpenAI API made common. */
export function toolJson(tool: ToolSpec): string {
  return spacedJson(JSON.stringify(functionOf(tool)))
}

export function toolListJson(tools: readonly ToolSpec[]): string {
  return `[${tools.map(toolJson).join(', ')}]`
}

/** Without the wrapper that says it is a function. */
export function bareToolJson(tool: ToolSpec): string {
  return spacedJson(JSON.stringify(bareOf(tool)))
}

/** An id of so many letters and digits, for models that are used to them; one that is such an id already stays. */
export function shortId(id: string, length: number): string {
  return id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .padStart(length, '0')
    .slice(-length)
}

/** The place of a call in its conversation, by an id such as `call_7`; for others, its place among its neighbours. */
export function callNumber(id: string, index: number): number {
  const digits = /\d{1,9}$/.exec(id)?.[0]
  return digits === undefined ? index : Number(digits)
}
