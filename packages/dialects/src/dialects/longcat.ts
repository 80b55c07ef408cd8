import { jsonForms } from '../shapes/json/json-block.ts'
import { jsonCalls } from '../shapes/json/json-calls.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import type { TaggedShape } from '../shapes/tags/tagged-shape.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

const OPEN = '<longcat_tool_call>'
const CLOSE = '</longcat_tool_call>'
const KEY = ['<longcat_arg_key>', '</longcat_arg_key>']
const VALUE = ['<longcat_arg_value>', '</longcat_arg_value>']

const JSON_CALLS = jsonCalls({ openers: [OPEN], closers: [CLOSE] })

const ELEMENTS: TaggedShape = {
  call: { open: [OPEN], headEnd: ['\n'], headStop: [...KEY.slice(0, 1), CLOSE, '{'], close: [CLOSE] },
  parameter: { open: KEY.slice(0, 1), headEnd: KEY.slice(1), contentOpen: VALUE.slice(0, 1), close: VALUE.slice(1) },
  space: 'keep',
}

/**
 * JSON in a tag, or an element for each key and each value:
 *
 *     <longcat_tool_call>{"name": "find_book", "arguments": {"title": "Momo"}}</longcat_tool_call>
 *     <longcat_tool_call>find_book
 *     <longcat_arg_key>title</longcat_arg_key>
 *     <longcat_arg_value>Momo</longcat_arg_value>
 *     </longcat_tool_call>
 */
export const longcat = jsonDialect(
  {
    id: 'longcat',
    title: 'LongCat',
    speakers: ['LongCat-Flash-Chat'],
    calls: { call: [`${OPEN}\n`, `\n${CLOSE}`], between: '\n' },
    results: { each: '<tool_response>\n$result\n</tool_response>', between: '\n' },
    lesson: {
      paragraphs: [
        '# Tools\n\nYou can call the functions described here, one JSON object per line, within <tools></tools>:',
        '<tools>\n$tools\n</tools>',
        `To call a function, answer with its name and arguments as a JSON object within ${OPEN}${CLOSE}, one element per call:`,
        '$call',
      ],
      between: '\n',
      tool: asFunction,
      examples: [{ name: '<function name>', input: '<object with the arguments>' }],
    },
    turns: ['<tools>', '</tools>', '<|im_start|>', '<|im_end|>', ...KEY, ...VALUE],
  },
  {},
  {
    // Here JSON is no slip.
    parse: (reading) =>
      reading.forms?.tagged?.(ELEMENTS).parse({ ...reading, forms: { ...reading.forms, json: jsonForms } }) ??
      JSON_CALLS(reading),
  },
)
