import { plainText, type ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect } from '../dialect.ts'
import { SPACE, WORD } from '../toolkit/sequence-mark.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { choiceLines, functionJson } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'
const KEY = '<arg_key>'

interface Variant {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  /** What stands between elements. */
  readonly line: '\n' | ''
  readonly toolTag: string
  readonly writeResults: (results: readonly ToolResult[]) => string
  readonly resultMarks: readonly string[]
}

/**
 * The name, then a tag for every key and every value:
 *
 *     <tool_call>find_book
 *     <arg_key>title</arg_key>
 *     <arg_value>Momo</arg_value>
 *     </tool_call>
 */
// @__NO_SIDE_EFFECTS__
function keyAndValueTags(variant: Variant): Dialect {
  const { id, title, speakers, line, toolTag, writeResults, resultMarks } = variant
  const argument = (name: string, text: string): string => `${KEY}${name}</arg_key>${line}<arg_value>${text}</arg_value>${line}`
  return defineDialect({
    id,
    title,
    speakers,
    markup: [OPEN, CLOSE, KEY, '</arg_key>', '<arg_value>', '</arg_value>', ...resultMarks],
    signs: () => [
      [OPEN, WORD, SPACE, KEY],
      [OPEN, WORD, SPACE, CLOSE],
    ],
    stop: resultMarks.slice(0, 1),
    instruct: (tools, choice) =>
      [
        '# Tools',
        'You may call one or more functions to help with what the user asks. They are described here:',
        `<${toolTag}>\n${tools.map(functionJson).join('\n')}\n</${toolTag}>`,
        'For each call, write the function name and its arguments in these tags:',
        `${OPEN}{function-name}${line}${argument('{argument-name}', '{argument-value}')}${CLOSE}`,
        'Strings are written as they are; numbers, lists and objects as JSON. Then stop: the result comes from the user.',
        ...choiceLines(choice),
      ].join('\n\n'),
    grammar: ({ text, parameters }) => ({
      trigger: OPEN,
      call: (tool) =>
        `${text(`${OPEN}${tool.name}${line}`)} ${parameters(tool, (name) => text(`${KEY}${name}</arg_key>${line}<arg_value>`), `</arg_value>${line}`)} ${text(CLOSE)}`,
      between: text(line),
    }),
    formatCalls: (calls) => calls.map((call) => `${OPEN}${call.name}${line}${writeArguments(call, argument)}${CLOSE}`).join(line),
    formatResults: writeResults,
    ...taggedGrammar({
      call: { open: [OPEN], headEnd: ['\n', '\\n'], headStop: [KEY, CLOSE, '{'], close: [CLOSE] },
      parameter: { open: [KEY], headEnd: ['</arg_key>'], contentOpen: ['<arg_value>'], close: ['</arg_value>'] },
      space: 'keep',
      noise: ['\\n'],
    }),
  })
}

/** All results share one turn. */
const responses =
  (line: string, turn: string, end = '') =>
  (results: readonly ToolResult[]): string =>
    `${turn}${results.map((result) => `${line}<tool_response>${line}${plainText(result)}${line}</tool_response>`).join('')}${end}`
const OBSERVATION = ['<|observation|>', '<tool_response>', '</tool_response>', '<|user|>', '<|assistant|>', '<|system|>']

export const glm45 = keyAndValueTags({
  id: 'glm-4.5',
  title: 'GLM-4.5',
  speakers: ['GLM-4.5', 'GLM-4.6'],
  line: '\n',
  toolTag: 'tools',
  writeResults: responses('\n', '<|observation|>'),
  resultMarks: OBSERVATION,
})

export const glm47 = keyAndValueTags({
  id: 'glm-4.7',
  title: 'GLM-4.7',
  speakers: ['GLM-4.7', 'GLM-5'],
  line: '',
  toolTag: 'tools',
  writeResults: responses('', '<|observation|>'),
  resultMarks: OBSERVATION,
})

export const ling3 = keyAndValueTags({
  id: 'ling-3',
  title: 'Ling 3',
  speakers: ['Ling-3.0'],
  line: '\n',
  toolTag: 'tools',
  writeResults: responses('\n', '<role>OBSERVATION</role>', '<|role_end|>'),
  resultMarks: ['<role>OBSERVATION</role>', '<tool_response>', '</tool_response>', '<role>', '<|role_end|>'],
})

export const poolsideV1 = keyAndValueTags({
  id: 'poolside-v1',
  title: 'Poolside',
  speakers: ['Poolside Laguna'],
  line: '\n',
  toolTag: 'available_tools',
  writeResults: (results) => results.map((result) => `<tool_response>\n${plainText(result)}\n</tool_response>`).join('\n'),
  resultMarks: ['<tool_response>', '</tool_response>'],
})
