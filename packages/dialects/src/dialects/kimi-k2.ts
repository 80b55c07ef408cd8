import type { ToolSpec } from '../canonical/message.ts'
import { withoutNamespace } from '../engine/known-tool.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import type { CallHead } from '../shapes/named/named-calls.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { functionIds } from '../shapes/template.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

const SECTION = ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'] as const
// Seen from models under strain.
const SINGULAR = ['<|tool_call_section_begin|>', '<|tool_call_section_end|>']

/**
 * The name stands in the call's id, which counts the calls of the conversation.
 *
 *     <|tool_calls_section_begin|><|tool_call_begin|>functions.find_book:0<|tool_call_argument_begin|>{"title": "Momo"}
 *     <|tool_call_end|><|tool_calls_section_end|>
 */
export const kimiK2 = namedDialect(
  {
    id: 'kimi-k2',
    title: 'Kimi K2',
    speakers: ['Kimi K2', 'Kimi K2 Thinking', 'Kimi K2.5'],
    calls: {
      section: SECTION,
      call: '<|tool_call_begin|>$id<|tool_call_argument_begin|>$input<|tool_call_end|>',
      ids: functionIds,
    },
    results: { each: '<|im_system|>$name<|im_middle|>## Return of $id\n$result<|im_end|>' },
    stop: ['## Return of '],
    lesson: {
      paragraphs: [
        'To call tools, write one section with a call for each, and nothing behind it. ' +
          'The number behind the name counts all calls of the conversation, from 0:',
        '$call',
        'Each result comes back under a line `## Return of ` with the id of its call.',
        '$choice',
        '<|im_system|>tool_declare<|im_middle|>[$tools]<|im_end|>',
      ],
      tool: asFunction,
      betweenTools: ', ',
      examples: [{ id: 'functions.{name}:{number}', input: '{arguments as a JSON object}' }],
    },
    turns: ['## Return of ', '<|im_user|>', '<|im_assistant|>', ...SINGULAR],
    frames: [...SECTION, ...SINGULAR],
    ends: ['<|im_end|>'],
    // vLLM (#33646), SGLang and llama.cpp end the thought at the section.
    callsEndThoughts: true,
    patience: 256,
  },
  {
    separators: ['<|tool_call_argument_begin|>', '{'],
    unmarked: (tools) => tools.map(({ name }) => sequenceMark(name, [`functions.${name}:`, WORD, SPACE, '{'])),
    head,
  },
)

/** `functions.find_book:0`. A bare counter names nobody. */
function head(text: string, tools: readonly ToolSpec[]): CallHead | undefined {
  const id = text.trim()
  if (/\s/.test(id)) return undefined
  const path = id.replace(/:\d+$/, '')
  return { id, name: /^\d*$/.test(path) ? '' : withoutNamespace(path, tools) }
}
