import { unmarkedCalls } from '../shapes/json/bare-call-mark.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { taught } from '../shapes/shape-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

/**
 * For models that cannot leave the fence off.
 *
 *     ```json
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     ```
 */
export const fencedJson = jsonDialect({
  id: 'fenced-json',
  title: 'Fenced JSON',
  speakers: [],
  calls: {
    call: ['```tool_call\n', '\n```'],
    between: '\n',
    opens: ['```tool_call', '```tool_use'],
    unmarked: unmarkedCalls('fenced'),
    knownBy: unmarkedCalls('fenced'),
  },
  results: { each: '```tool_result\n{"name": $key, "result": $result}\n```', as: 'json', between: '\n' },
  stop: ['```tool_result'],
  lesson: taught({
    intro:
      '### Tools\nTo call a tool, write a fenced block with the language `tool_call` that holds one JSON object, a block for each call, and nothing behind the last one.',
    tool: asObject,
    each: '#### $name\n$tool',
    examples: [{ name: '"{tool name}"', input: '{object with the arguments}' }],
    result: '```tool_result\n{"name": "{tool name}", "result": {what it returned}}\n```',
  }),
  turns: ['```tool_result'],
  patience: 480,
})
