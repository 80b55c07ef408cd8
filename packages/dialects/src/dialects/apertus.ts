import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import { refusals } from '../shapes/json/json-calls.ts'
import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { keyedShape } from '../shapes/json/keyed-shape.ts'
import { asIndentedTypeScript } from '../shapes/tools/tool-spellings.ts'

/** Calls nothing: it only ends the inner part. */
const ANSWERS = sequenceMark('answers', ['<|tools_prefix|>', SPACE, '[', SPACE, '{', SPACE, '"display_answers"'])

/**
 * The key of an object is the tool, its value the arguments. Calls may stand inside the inner part.
 *
 *     <|tools_prefix|>[{"find_book": {"title": "Momo"}}, {"ping": {}}]<|tools_suffix|>
 */
export const apertus = jsonDialect(
  {
    id: 'apertus',
    title: 'Apertus',
    speakers: ['Apertus'],
    calls: {
      object: '{$name: $input}',
      section: ['<|tools_prefix|>[', ']<|tools_suffix|>'],
      between: ', ',
    },
    results: { each: '$result', as: 'json', between: ', ', around: ['[', ']'] },
    stop: [],
    lesson: {
      paragraphs: [
        'Tool Capabilities:\n$tools',
        'To call tools, write a list with an object for each call; its key is the tool, its value the arguments:',
        '$call',
      ],
      tool: asIndentedTypeScript,
      examples: [{ name: '"{tool name}"', input: '{object with the arguments}' }],
    },
    turns: ['<|assistant_end|>'],
    frames: ['<|assistant_end|>'],
    reasoning: [{ open: '<|inner_prefix|>', close: '<|inner_suffix|>', calls: true }],
  },
  { shape: keyedShape, others: refusals(ANSWERS) },
)
