import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectTraits } from '../dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { callJson, toolJson } from '../toolkit/write-calls.ts'

interface Variant extends Pick<DialectTraits, 'id' | 'title' | 'speakers' | 'frames'> {
  /** The name of the element that holds a call. */
  readonly tag: string
}

/**
 * JSON inside a tag; the most widely spoken dialect.
 *
 *     <tool_call>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_call>
 */
function jsonInTag({ tag, ...traits }: Variant): Dialect {
  const open = `<${tag}>`
  const close = `</${tag}>`
  return defineDialect({
    ...traits,
    markup: [open, close, '<tool_response>', '</tool_response>', '<tools>', '</tools>', '<|im_start|>', '<|im_end|>'],
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
    parse: jsonCalls({ openers: [open], closers: [close] }),
  })
}

export const hermes = jsonInTag({
  id: 'hermes',
  title: 'Hermes',
  speakers: [
    'Hermes 2 Pro',
    'Hermes 3',
    'Qwen2.5',
    'QwQ',
    'Qwen3',
    'Granite 4',
    'Ling 2',
    'Ring 2',
    'Falcon 3',
    'SmolLM3',
    'Reka Edge',
    'Bielik 3',
    'Arch',
    'Nanbeige',
    'Trinity',
  ],
  tag: 'tool_call',
})

export const longcat = jsonInTag({
  id: 'longcat',
  title: 'LongCat',
  speakers: ['LongCat-Flash-Chat'],
  tag: 'longcat_tool_call',
})

/** The same tag; the answer may stand in a frame, and a line break may come as the name of its byte. */
export const ernie45 = jsonInTag({
  id: 'ernie-4.5',
  title: 'ERNIE 4.5',
  speakers: ['ERNIE-4.5 thinking'],
  tag: 'tool_call',
  frames: ['<response>', '</response>', '<0x0A>'],
})
