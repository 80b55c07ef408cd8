import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectTraits } from '../dialect.ts'
import { type MarkSequence, SPACE } from '../toolkit/sequence-mark.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import type { TaggedShape } from '../toolkit/tagged-shape.ts'
import { choiceLines, functionJson } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

const SUFFIX = ':opensource'
const suffixed = (tag: string): string => tag.replaceAll('>', `${SUFFIX}>`)
/** In the open release every tag carries a suffix: `<tool_call:opensource>`. Both are read. */
const both = (tag: string): readonly string[] => [tag, suffixed(tag)]

const MARKUP = [
  '<tool_calls>',
  '</tool_calls>',
  '<tool_call>',
  '</tool_call>',
  '<tool_sep>',
  '<arg_key>',
  '</arg_key>',
  '<arg_value>',
  '</arg_value>',
  '<tool_responses>',
  '</tool_responses>',
  '<tool_response>',
  '</tool_response>',
]

const SHAPE: TaggedShape = {
  block: { open: both('<tool_calls>'), close: both('</tool_calls>') },
  call: {
    open: both('<tool_call>'),
    headEnd: both('<tool_sep>'),
    headStop: [...both('<arg_key>'), ...both('</tool_call>')],
    close: both('</tool_call>'),
  },
  parameter: {
    open: both('<arg_key>'),
    headEnd: both('</arg_key>'),
    contentOpen: both('<arg_value>'),
    close: both('</arg_value>'),
  },
  space: 'keep',
}

interface Variant extends Pick<DialectTraits, 'id' | 'title' | 'speakers'> {
  /** How its tags are spelled. */
  readonly spell: (markup: string) => string
  /** Whether the other reads for it where the dialect is not known. Absent: it does not. */
  readonly quiet?: boolean
}

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
// @__NO_SIDE_EFFECTS__
function hunyuan({ spell, quiet = false, ...traits }: Variant): Dialect {
  return defineDialect({
    ...traits,
    markup: MARKUP.flatMap(both),
    reasoning: both('<think>').map((open) => ({ open, close: open.replace('<', '</') })),
    signs: () => (quiet ? [] : both('<tool_calls>').map((open): MarkSequence => [open, SPACE, '<tool_call'])),
    stop: [spell('<tool_responses>')],
    instruct: (tools, choice) =>
      [
        '# Tools',
        `<tools>\n${tools.map(functionJson).join('\n')}\n</tools>`,
        'To call functions, end your answer with this block and wait for the result:',
        spell(
          '<tool_calls>\n<tool_call>{function-name}<tool_sep>\n<arg_key>{argument-name}</arg_key>\n<arg_value>{argument-value}</arg_value>\n</tool_call>\n</tool_calls>',
        ),
        'Strings are written as they are; numbers, lists and objects as JSON.',
        ...choiceLines(choice),
      ].join('\n\n'),
    formatCalls: (calls) =>
      `${spell('<tool_calls>')}\n${calls
        .map(
          (call) =>
            `${spell('<tool_call>')}${call.name}${spell('<tool_sep>')}\n${writeArguments(call, (name, text) => `${spell('<arg_key>')}${name}${spell('</arg_key>')}\n${spell('<arg_value>')}${text}${spell('</arg_value>')}\n`)}${spell('</tool_call>')}\n`,
        )
        .join('')}${spell('</tool_calls>')}`,
    formatResults: (results) =>
      `${spell('<tool_responses>')}\n${results
        .map((result) => `${spell('<tool_response>')}\n${resultText(result)}\n${spell('</tool_response>')}\n`)
        .join('')}${spell('</tool_responses>')}`,
    ...taggedGrammar(SHAPE),
  })
}

export const hunyuanV3 = hunyuan({ id: 'hunyuan-v3', title: 'Hunyuan V3', speakers: ['Hunyuan V3'], spell: (markup) => markup })

export const hunyuanV3Opensource = hunyuan({
  id: 'hunyuan-v3-opensource',
  title: 'Hunyuan V3, open release',
  speakers: ['Hunyuan V3 (open release)'],
  spell: suffixed,
  quiet: true,
})
