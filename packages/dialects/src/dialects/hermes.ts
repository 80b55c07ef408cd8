import { defineDialect } from '../define-dialect.ts'
import { jsonInTag } from '../toolkit/json-in-tag.ts'

/**
 * JSON inside a tag; the most widely spoken dialect.
 *
 *     <tool_call>
 *     {"name": "find_book", "arguments": {"title": "Momo"}}
 *     </tool_call>
 */
export const hermes = defineDialect(
  jsonInTag({
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
  }),
)

/** The same tag; the answer may stand in a frame, and a line break may come as the name of its byte. */
export const ernie45 = defineDialect(
  jsonInTag({
    id: 'ernie-4.5',
    title: 'ERNIE 4.5',
    speakers: ['ERNIE-4.5 thinking'],
    tag: 'tool_call',
    frames: ['<response>', '</response>', '<0x0A>'],
  }),
)
