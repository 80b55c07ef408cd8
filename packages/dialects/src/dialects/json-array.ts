import { unmarkedCalls } from '../shapes/json/bare-call-mark.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { taught } from '../shapes/shape-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

/**
 * What engines constrain a model to when it must call: a bare list, and nothing else.
 *
 *     [{"name": "find_book", "parameters": {"title": "Momo"}}]
 */
export const jsonArray = jsonDialect({
  id: 'json-array',
  title: 'JSON Array',
  speakers: [],
  calls: {
    object: '{"name": $name, "parameters": $input}',
    section: ['[', ']'],
    between: ', ',
    unmarked: unmarkedCalls('list', 'fenced'),
    knownBy: unmarkedCalls('list'),
  },
  results: {
    each: '{"name": $key, "result": $result}',
    as: 'json',
    between: ', ',
    around: ['{"tool_results": [', ']}'],
  },
  stop: ['{"tool_results"'],
  lesson: taught({
    intro:
      '### Tools\nTo call tools, your whole answer is one JSON list with an object for each call. No words around it, no fence. Otherwise answer in plain words.',
    tool: asObject,
    each: '#### $name\n$tool',
    examples: [{ name: '"{tool name}"', input: '{object with the parameters}' }],
    result: '{"tool_results": [{"name": "{tool name}", "result": {what it returned}}]}',
  }),
  turns: ['"tool_results"'],
  patience: 400,
})
