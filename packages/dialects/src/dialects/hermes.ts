import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

const CHAT_TURNS = ['<tools>', '</tools>', '<|im_start|>', '<|im_end|>']

const lesson = {
  paragraphs: [
    '# Tools\n\nYou can call the functions described here, one JSON object per line, within <tools></tools>:',
    '<tools>\n$tools\n</tools>',
    'To call a function, answer with its name and arguments as a JSON object within <tool_call></tool_call>, one element per call:',
    '$call',
  ],
  between: '\n',
  tool: asFunction,
  examples: [{ name: '<function name>', input: '<object with the arguments>' }],
} as const

/**
 * JSON inside a tag; the most widely spoken dialect.
 *
 *     <tool_call>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_call>
 */
export const hermes = jsonDialect({
  id: 'hermes',
  title: 'Hermes',
  speakers: [
    'Hermes 2 Pro',
    'Hermes 3',
    'Hermes 4',
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
    'Kolibri 1',
  ],
  calls: {
    call: ['<tool_call>\n', '\n</tool_call>'],
    between: '\n',
    // Native models write it so where their call leaks into the text.
    alsoOpens: ['[TOOL_CALL]'],
    alsoCloses: ['[/TOOL_CALL]'],
  },
  openers: ['<tool_call>', '[TOOL_CALL]'],
  results: { each: '<tool_response>\n$result\n</tool_response>', between: '\n' },
  lesson,
  turns: CHAT_TURNS,
  ends: ['<|im_end|>'],
  // Qwen3: vLLM (#35687) and SGLang end the thought at the call.
  callsEndThoughts: true,
})

/** The same tag; the answer may stand in a frame, and a line break may come as the name of its byte. */
export const ernie45 = jsonDialect({
  id: 'ernie-4.5',
  title: 'ERNIE 4.5',
  speakers: ['ERNIE-4.5 thinking'],
  calls: { call: ['<tool_call>\n', '\n</tool_call>'], between: '\n' },
  results: { each: '<tool_response>\n$result\n</tool_response>', between: '\n' },
  lesson,
  turns: CHAT_TURNS,
  frames: ['<response>', '</response>', '<0x0A>'],
})
