import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts'
import type { Allowance } from '../budget.ts'
import { GoStruct, type GoValue } from './go-functions.ts'
import { runGoTemplate } from './go-run.ts'
import { readGoTemplate } from './go-syntax.ts'

/** Renders conversations as Ollama does: what a chat template in Jinja is given, under the names of Go. */
export function ollamaRender(template: string, allowance: Allowance): (given: JsonObject) => string {
  const nodes = readGoTemplate(template)
  return (given) => {
    allowance.begin()
    return runGoTemplate(nodes, dataOf(given), allowance)
  }
}

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

function dataOf({ messages, tools }: JsonObject): GoValue {
  const all = objectsIn(messages)
  return new GoStruct(
    {
      Messages: all.map(messageOf),
      Tools: objectsIn(tools).map(toolOf),
      System: all.flatMap(({ role, content }) => (role === 'system' ? [textIn(content)] : [])).join('\n\n'),
      Prompt: '',
      Response: '',
      Suffix: '',
      Think: false,
      ThinkLevel: '',
      IsThinkSet: false,
    },
    {},
  )
}

const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function messageOf(message: JsonObject): GoValue {
  const { role, content, thinking, name, tool_call_id: id, tool_calls: calls } = message
  return new GoStruct(
    {
      Role: textIn(role),
      Content: textIn(content),
      Thinking: textIn(thinking),
      ToolName: textIn(name),
      ToolCallID: textIn(id),
      ToolCalls: objectsIn(calls).map(callOf),
      Images: [],
    },
    message,
  )
}

function callOf(call: JsonObject, place: number): GoValue {
  const { name = '', arguments: input = {} } = isJsonObject(call['function']) ? call['function'] : {}
  const called = new GoStruct({ Index: place, Name: textIn(name), Arguments: input }, { name, arguments: input })
  return new GoStruct({ ID: textIn(call['id']), Function: called }, call)
}

function toolOf(tool: JsonObject): GoValue {
  const { name = '', description = '', parameters = {} } = isJsonObject(tool['function']) ? tool['function'] : {}
  const json = { name, description, parameters }
  const described = new GoStruct({ Name: textIn(name), Description: textIn(description), Parameters: parameters }, json)
  return new GoStruct({ Type: 'function', Function: described }, { type: 'function', function: json })
}
