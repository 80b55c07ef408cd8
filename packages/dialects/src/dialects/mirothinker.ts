import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import type { CallHead } from '../shapes/named/named-calls.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 * A tool of a server. The template of the model says `default` where tools have none; what it says is not needed to read the call:
 *
 *     <use_mcp_tool>
 *     <server_name>default</server_name>
 *     <tool_name>find_book</tool_name>
 *     <arguments>
 *     {"title": "Momo"}
 *     </arguments>
 *     </use_mcp_tool>
 */
export const miroThinker = namedDialect(
  {
    id: 'mirothinker',
    title: 'MiroThinker',
    speakers: ['MiroThinker'],
    calls: {
      call: '<use_mcp_tool>\n<server_name>default</server_name>\n<tool_name>$name</tool_name>\n<arguments>\n$input\n</arguments>\n</use_mcp_tool>',
      between: '\n',
    },
    results: { each: '<|im_start|>user\n$result<|im_end|>', between: '\n' },
    stop: ['<|im_start|>'],
    lesson: {
      paragraphs: [
        '# Tools\n\n## Server name: default\n\n$tools',
        'To use a tool, end your answer with this block and wait for the result:',
        '$call',
        'The arguments are valid JSON, quotes in strings are escaped.',
      ],
      tool: asFunction,
      examples: [{ name: '{tool name}', input: '{arguments as a JSON object}' }],
    },
    turns: ['<|im_start|>'],
    frames: ['</use_mcp_tool>'],
    ends: ['<|im_end|>'],
  },
  {
    separators: [sequenceMark('arguments', ['</tool_name>', SPACE, '<arguments>'])],
    closers: ['</arguments>', '</use_mcp_tool>'],
    head: headOf,
  },
)

/** `<server_name>default</server_name> <tool_name>find_book`: whichever server is named. */
function headOf(text: string): CallHead | undefined {
  const name = /^\s*(?:<server_name>[^<]*<\/server_name>\s*)?<tool_name>\s*([^\s<]+)\s*$/.exec(text)?.[1]
  return name === undefined ? undefined : { name }
}
