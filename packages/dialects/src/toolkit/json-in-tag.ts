import { resultText } from '../canonical/outcome-words.ts'
import type { DialectDefinition } from '../dialect.ts'
import { jsonCalls } from './json-calls.ts'
import { choiceLines } from './tool-list.ts'
import { callJson, toolJson } from './write-calls.ts'

/** What is left to say of a dialect that writes JSON in a tag; anything else it does in its own way. */
export type JsonInTag = Pick<DialectDefinition, 'id' | 'title' | 'speakers'> &
  Partial<DialectDefinition> & {
    /** The name of the element that holds a call. */
    readonly tag: string
  }

/**
 * A whole dialect whose calls are JSON inside a tag:
 *
 *     <tool_call>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_call>
 */
// @__NO_SIDE_EFFECTS__
export function jsonInTag({ tag, markup = [], ...traits }: JsonInTag): DialectDefinition {
  const open = `<${tag}>`
  const close = `</${tag}>`
  return {
    openers: [open],
    stop: ['<tool_response>'],
    instruct: (tools, choice) =>
      [
        '# Tools\n\nYou can call the functions described here, one JSON object per line, within <tools></tools>:',
        `<tools>\n${tools.map(toolJson).join('\n')}\n</tools>`,
        `To call a function, answer with its name and arguments as a JSON object within ${open}${close}, one element per call:`,
        `${open}\n{"name": <function name>, "arguments": <object with the arguments>}\n${close}`,
        ...choiceLines(choice),
      ].join('\n'),
    formatCalls: (calls) => calls.map((call) => `${open}\n${callJson(call)}\n${close}`).join('\n'),
    formatResults: (results) => results.map((result) => `<tool_response>\n${resultText(result)}\n</tool_response>`).join('\n'),
    grammar: ({ text, space, callObject }) => ({
      trigger: open,
      call: (tool) => `${text(open)} ${space} ${callObject(tool)} ${space} ${text(close)}`,
      between: space,
    }),
    parse: jsonCalls({ openers: [open], closers: [close] }),
    ...traits,
    markup: [open, close, '<tool_response>', '</tool_response>', '<tools>', '</tools>', '<|im_start|>', '<|im_end|>', ...markup],
  }
}
