import { namedDialect } from '../shapes/named/named-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

const begin = (what: string): string => `<|plamo:begin_${what}:plamo|>`
const end = (what: string): string => `<|plamo:end_${what}:plamo|>`
const block = (what: string, content: string): string => `${begin(what)}${content}${end(what)}`

/**
 * A block for the name and one for the arguments, all in special tokens:
 *
 *     <|plamo:begin_tool_request:plamo|>
 *       <|plamo:begin_tool_name:plamo|>find_book<|plamo:end_tool_name:plamo|>
 *       <|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{"title": "Momo"}<|plamo:end_tool_arguments:plamo|>
 *     <|plamo:end_tool_request:plamo|>
 */
export const plamo3 = namedDialect(
  {
    id: 'plamo3',
    title: 'PLaMo 3',
    speakers: ['PLaMo 3'],
    calls: {
      section: [begin('tool_requests'), end('tool_requests')],
      call: block(
        'tool_request',
        block('tool_name', '$name') + block('tool_arguments', '<|plamo:constrain|>json<|plamo:msg|>$input'),
      ),
    },
    results: { each: block('tool_response', '$result') },
    lesson: {
      paragraphs: ['# Tools\n\n$tools', 'To call tools, end your answer with this block, one request per call:', '$call'],
      tool: asFunction,
      examples: [{ name: '{tool name}', input: '{arguments as a JSON object}' }],
    },
    ends: ['<|plamo:tag|>'],
    reasoning: [{ open: begin('think'), close: end('think') }],
  },
  {
    // The kind of arguments may go unsaid.
    separators: ['<|plamo:constrain|>json', ''].map(
      (kind) => `${end('tool_name')}${begin('tool_arguments')}${kind}<|plamo:msg|>`,
    ),
    closers: [end('tool_arguments')],
    tails: [end('tool_request')],
  },
)
