import type { Dialect } from '../dialect.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import type { CallHead } from '../shapes/named/named-calls.ts'
import { type NamedShape, namedDialect } from '../shapes/named/named-dialect.ts'
import type { Surroundings } from '../shapes/shape-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'
import { INVOKE_LESSON, invokeTags } from './anthropic.ts'

/** The bars are U+FF5C and the blanks U+2581; models also write what these look like. */
const spellings = (words: string): readonly string[] =>
  ['｜', '|'].flatMap((bar) => ['▁', '_', ' '].map((blank) => `<${bar}${words.replaceAll(' ', blank)}${bar}>`))
const SECTION_MARKS = [...spellings('tool calls begin'), ...spellings('tool calls end')]
const ENDS = ['<｜end▁of▁sentence｜>']
const SECTION = ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'] as const

/** The kind of tool and its name stand around the separator; the later version has only the name, before it. */
function head(text: string): CallHead | undefined {
  const separator = spellings('tool sep').find((spelling) => text.includes(spelling))
  if (separator === undefined) return undefined
  const [before = '', after = ''] = text.split(separator)
  const name = after.trim() || before.trim()
  return /\s/.test(name) ? undefined : { name }
}

type Variant = Pick<Surroundings, 'id' | 'title' | 'speakers' | 'results'> & { readonly calls: NamedShape }

// @__NO_SIDE_EFFECTS__
function deepseek(variant: Variant): Dialect {
  return namedDialect(
    {
      ...variant,
      stop: ['<｜tool▁outputs▁begin｜>', '<｜tool▁output▁begin｜>'],
      lesson: {
        paragraphs: [
          '## Tools\n\nYou can call these functions:\n$tools',
          'To call functions, end your answer with one section that holds every call:\n$call',
          'What they return comes back between `<｜tool▁output▁begin｜>` and `<｜tool▁output▁end｜>`.',
        ],
        tool: asFunction,
        examples: [{ name: '{function name}', input: '{"{parameter}": "{value}"}' }],
      },
      turns: [
        ...SECTION_MARKS,
        ...spellings('tool sep'),
        ...['tool▁outputs▁begin', 'tool▁outputs▁end', 'User', 'Assistant'].map((word) => `<｜${word}｜>`),
      ],
      frames: SECTION_MARKS,
      ends: ENDS,
      patience: 256,
    },
    {
      openers: spellings('tool call begin'),
      separators: ['{', '```'],
      closers: spellings('tool call end'),
      unmarked: (tools) => tools.map(({ name }) => sequenceMark(name, [`function${name}`, '\n', SPACE, '```', WORD, SPACE, '{'])),
      head,
    },
  )
}

/**
 *     <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>find_book
 *     ```json
 *     {"title": "Momo"}
 *     ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
 */
export const deepseekV3 = deepseek({
  id: 'deepseek-v3',
  title: 'DeepSeek V3',
  speakers: ['DeepSeek V3', 'DeepSeek V3-0324', 'DeepSeek R1', 'DeepSeek R1-0528'],
  calls: {
    section: SECTION,
    call: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>$name\n```json\n$input\n```<｜tool▁call▁end｜>',
    between: '\n',
  },
  results: {
    each: '<｜tool▁output▁begin｜>$result<｜tool▁output▁end｜>',
    between: '\n',
    around: ['<｜tool▁outputs▁begin｜>', '<｜tool▁outputs▁end｜>'],
  },
})

/**
 *     <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>find_book<｜tool▁sep｜>{"title": "Momo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
 */
export const deepseekV31 = deepseek({
  id: 'deepseek-v3.1',
  title: 'DeepSeek V3.1',
  speakers: ['DeepSeek V3.1', 'DeepSeek V3.2-Exp'],
  calls: { section: SECTION, call: '<｜tool▁call▁begin｜>$name<｜tool▁sep｜>$input<｜tool▁call▁end｜>' },
  results: { each: '<｜tool▁output▁begin｜>$result<｜tool▁output▁end｜>' },
})

const DSML = '｜DSML｜'
const block = (name: string) => [`<${DSML}${name}>\n`, `\n</${DSML}${name}>`] as const
const [V3_2, V4] = [block('function_calls'), block('tool_calls')]

/**
 * The value says itself whether it is a string:
 *
 *     <｜DSML｜tool_calls>
 *     <｜DSML｜invoke name="find_book">
 *     <｜DSML｜parameter name="title" string="true">Momo</｜DSML｜parameter>
 *     </｜DSML｜invoke>
 *     </｜DSML｜tool_calls>
 */
function dsmlTags(section: typeof V4, other: typeof V4, prefix = DSML): TagsShape {
  return {
    ...invokeTags(prefix, '\n', ' string="$string"'),
    section,
    also: { section: { open: [other[0].trim()], close: [other[1].trim()] } },
    // Its bars as a keyboard has them.
    otherPrefixes: [prefix.replaceAll('｜', '|')],
    wrappers: ['arguments', 'input'],
  }
}

const lesson = (tools: string): Surroundings['lesson'] => ({
  ...INVOKE_LESSON,
  paragraphs: ['# Tools', tools, ...INVOKE_LESSON.paragraphs],
  tool: asFunction,
})

export const deepseekV3_2 = tagsDialect({
  id: 'deepseek-v3.2',
  title: 'DeepSeek V3.2',
  speakers: ['DeepSeek-V3.2'],
  calls: dsmlTags(V3_2, V4),
  ends: ENDS,
  // llama.cpp ends the thought at the calls.
  callsEndThoughts: true,
  results: { each: '<result>$result</result>\n', as: 'text', around: ['<function_results>\n', '</function_results>'] },
  lesson: lesson('<functions>\n$tools\n</functions>'),
})

export const deepseekV4 = tagsDialect({
  id: 'deepseek-v4',
  title: 'DeepSeek V4',
  speakers: ['DeepSeek-V4'],
  calls: dsmlTags(V4, V3_2),
  ends: ENDS,
  // llama.cpp, SGLang (#32539) and Dynamo (#10646) end the thought at the calls.
  callsEndThoughts: true,
  results: { each: '<tool_result>$result</tool_result>', as: 'text', between: '\n' },
  lesson: lesson('## Functions\n\n$tools'),
})

/** The same with a blank before every name: `<｜DSML｜ calls>`, `<｜DSML｜ invoke name="find_book">`. */
export const deepseekV4_1 = tagsDialect({
  id: 'deepseek-v4.1',
  title: 'DeepSeek V4.1',
  speakers: ['DeepSeek-V4.1'],
  calls: dsmlTags(block(' calls'), block(' tool_calls'), `${DSML} `),
  ends: ENDS,
  callsEndThoughts: true,
  results: { each: '<tool_result>$result</tool_result>', as: 'text', between: '\n' },
  lesson: lesson('## Functions\n\n$tools'),
})
