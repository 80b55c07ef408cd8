import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import type { OtherBlocks } from '../shapes/json/json-calls.ts'
import { jsonDialect, twoExamples } from '../shapes/json/json-dialect.ts'
import { asPythonValue } from '../shapes/tools/tool-spellings.ts'

/** `<tool_calls>⏎- name:`; without a reader for it, it was only mentioned. */
const YAML_LISTS: OtherBlocks = {
  marks: ['<tool_calls>', '<tool_call>'].map((open) => sequenceMark('yaml', [open, SPACE, '-', SPACE, 'name', SPACE, ':'])),
  *read(reading, bounds) {
    if (reading.forms?.yaml) yield* reading.forms.yaml(reading, bounds)
    else reading.write.text(bounds.opener)
  },
}

/**
 * A JSON list; the prompt may also ask for a YAML list, which is read.
 *
 *     <tool_calls>[{"name": "find_book", "arguments": {"title": "Momo"}, "id": "call_1"}]</tool_calls>
 */
export const apriel = jsonDialect(
  {
    id: 'apriel',
    title: 'Apriel',
    speakers: ['Apriel 1.5 Thinker', 'Apriel 1.6 Thinker'],
    calls: {
      object: '{"name": $name, "arguments": $input, "id": $id}',
      section: ['<tool_calls>[', ']</tool_calls>'],
      between: ', ',
      // The prompt of 1.5 names the singular while it shows the plural.
      alsoOpens: ['<tool_call>'],
      alsoCloses: ['</tool_call>'],
    },
    results: { each: '<|tool_result|>\n$result\n<|end|>', between: '\n' },
    lesson: {
      paragraphs: [
        'These tools are available:\n<available_tools>\n$tools\n</available_tools>',
        'To call tools, write all calls as one JSON list:',
        '$call',
      ],
      tool: asPythonValue,
      examples: twoExamples,
    },
    turns: ['<available_tools>', '</available_tools>', '<|system|>', '<|user|>', '<|assistant|>'],
    frames: ['[END FINAL RESPONSE]'],
    patience: 32,
    reasoning: [
      { open: 'Here are my reasoning steps:', close: '[BEGIN FINAL RESPONSE]' },
      { open: '<thinking>', close: '</thinking>' },
    ],
  },
  { others: YAML_LISTS },
)
