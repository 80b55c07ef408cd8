import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectTraits } from '../dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { followedBy } from '../toolkit/sequence-mark.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { bareToolJson, callListJson, toolListJson } from '../toolkit/write-calls.ts'

// The word alone is a module of Python's library.
const WORD = followedBy('functools', '[')

interface Variant extends Pick<DialectTraits, 'id' | 'title' | 'speakers' | 'markup' | 'stop' | 'formatResults'> {
  readonly list: (tools: readonly ToolSpec[]) => string
  readonly openers?: readonly string[]
  readonly tails?: readonly string[]
}

/**
 * A word directly before a list; nothing closes it.
 *
 *     functools[{"name": "find_book", "arguments": {"tags": ["a", "b"]}}]
 */
// @__NO_SIDE_EFFECTS__
function functools({ list, openers = [], tails = [], markup, ...traits }: Variant): Dialect {
  return defineDialect({
    ...traits,
    markup: ['functools[', ...openers, ...tails, ...markup],
    openers: ['functools[', ...openers],
    instruct: (tools, choice) =>
      [
        list(tools),
        'To call tools, answer with the word `functools` directly before a JSON list of the calls, and with nothing else:',
        'functools[{"name": "{tool name}", "arguments": {object with the arguments}}]',
        ...choiceLines(choice),
      ].join('\n\n'),
    formatCalls: (calls) => `functools${callListJson(calls)}`,
    parse: jsonCalls({ openers: [WORD, ...openers], tails }),
  })
}

export const phi4Mini = functools({
  id: 'phi4-mini',
  title: 'Phi-4 mini',
  speakers: ['Phi-4-mini'],
  markup: ['<|tool|>', '<|/tool|>', '<|tool_response|>', '<|end|>', '<|system|>', '<|user|>', '<|assistant|>'],
  // What its own prompt teaches; the closing token is often missing.
  openers: ['<|tool_call|>'],
  tails: ['<|/tool_call|>'],
  list: (tools) => `<|tool|>[${tools.map(bareToolJson).join(', ')}]<|/tool|>`,
  stop: ['<|tool_response|>'],
  formatResults: (results) => results.map((result) => `<|tool_response|>\n${resultText(result)}<|end|>`).join('\n'),
})

export const firefunctionV2 = functools({
  id: 'firefunction-v2',
  title: 'Firefunction 2',
  speakers: ['Firefunction 2'],
  markup: ['<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>'],
  list: (tools) => `Available functions as JSON:\n${toolListJson(tools)}`,
  stop: ['<|start_header_id|>'],
  formatResults: (results) =>
    results.map((result) => `<|start_header_id|>tool<|end_header_id|>\n\n${resultText(result)}<|eot_id|>`).join(''),
})
