import { SPACE, WORD } from '../engine/sequence-mark.ts'
import { jsonDialect, twoExamples } from '../shapes/json/json-dialect.ts'
import type { Surroundings } from '../shapes/shape-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 *     <tool_calls>[{"name": "find_book", "arguments": {"title": "Momo"}}]</tool_calls>
 */
export const hunyuanA13b = jsonDialect({
  id: 'hunyuan-a13b',
  title: 'Hunyuan A13B',
  speakers: ['Hunyuan A13B'],
  calls: {
    section: ['<tool_calls>[', ']</tool_calls>'],
    between: ', ',
    // The name of the speaker leaks before some lists.
    alsoOpens: ['助手：<tool_calls>', '助手:<tool_calls>'],
  },
  results: { each: '<tool_response>$result</tool_response>', between: '\n' },
  lesson: {
    paragraphs: ['# 工具\n\n你可以使用下列工具：\n[$tools]', '需要使用工具时，请把全部调用写成一个 JSON 列表：', '$call'],
    tool: asFunction,
    betweenTools: ', ',
    examples: twoExamples,
  },
  frames: ['<answer>', '</answer>'],
})

/** Every tag carries the suffix of its checkpoint, or none: `<tool_call:opensource>`, `<tool_call:6124c78e>`. All are read. */
const SUFFIXES = ['', ':opensource', ':6124c78e']
const spelling =
  (suffix: string) =>
  (text: string): string =>
    text.replaceAll(/(?<=<\/?[a-z_]+)>/g, `${suffix}>`)
const SPELLINGS = SUFFIXES.map(spelling)

/**
 * Keys and values in tags of their own, calls in a list:
 *
 *     <tool_calls>
 *     <tool_call>find_book<tool_sep>
 *     <arg_key>title</arg_key>
 *     <arg_value>Momo</arg_value>
 *     </tool_call>
 *     </tool_calls>
 */
function keysInList(
  spell: (markup: string) => string,
  separator = '<tool_sep>',
): Pick<Surroundings, 'results' | 'lesson' | 'reasoning' | 'turns'> & { calls: TagsShape } {
  return {
    calls: {
      section: [spell('<tool_calls>\n'), spell('\n</tool_calls>')],
      call: spell(`<tool_call>$name${separator}\n$parameters</tool_call>`),
      parameter: spell('<arg_key>$key</arg_key>\n<arg_value>$value</arg_value>\n'),
      between: '\n',
      otherSuffixes: SUFFIXES,
    },
    results: {
      each: spell('<tool_response>\n$result\n</tool_response>\n'),
      around: [spell('<tool_responses>\n'), spell('</tool_responses>')],
    },
    lesson: {
      paragraphs: [
        '# Tools',
        '<tools>\n$tools\n</tools>',
        'To call functions, end your answer with this block and wait for the result:',
        '$call',
        'Strings are written as they are; numbers, lists and objects as JSON.',
      ],
      tool: asFunction,
      examples: [{ name: '{function-name}', key: '{argument-name}', value: '{argument-value}' }],
    },
    reasoning: SPELLINGS.map((other) => ({ open: other('<think>'), close: other('</think>') })),
    turns: ['<tool_responses>', '</tool_responses>', '<tool_response>', '</tool_response>'].flatMap((tag) =>
      SPELLINGS.map((other) => other(tag)),
    ),
  }
}

export const hunyuanV3 = tagsDialect({
  id: 'hunyuan-v3',
  title: 'Hunyuan V3',
  speakers: ['Hunyuan V3', 'Hy3'],
  ...keysInList(spelling('')),
  signs: () => SPELLINGS.map((spell) => [spell('<tool_calls>'), SPACE, '<tool_call'] as const),
})

/** The other reads for it where the dialect is not known. */
export const hunyuanV3Opensource = tagsDialect({
  id: 'hunyuan-v3-opensource',
  title: 'Hunyuan V3, open release',
  speakers: ['Hunyuan V3 (open release)'],
  ...keysInList(spelling(':opensource')),
  signs: () => [],
})

/** The same without `<tool_sep>`. */
export const hunyuanV4 = tagsDialect({
  id: 'hunyuan-v4',
  title: 'Hunyuan V4',
  speakers: ['Hunyuan V4', 'Hy4'],
  ...keysInList(spelling(''), ''),
  signs: () =>
    SPELLINGS.map((spell) => [spell('<tool_calls>'), SPACE, spell('<tool_call>'), WORD, SPACE, spell('<arg_key>')] as const),
})
