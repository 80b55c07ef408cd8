import type { ToolChoice, ToolSpec } from '../canonical/message.ts'
import { plainText, type ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, ReasoningMarks } from '../dialect.ts'
import { SPACE, sequenceMark, WORD } from '../toolkit/sequence-mark.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { choiceLines, describeParameters, functionJson } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

interface Variant {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  /** The name of the tag around a call. */
  readonly wrapper: string
  /** Whether values stand on lines of their own. */
  readonly lines: boolean
  readonly toolList: (tools: readonly ToolSpec[]) => string
  readonly resultTag: string
  readonly writeResult?: (result: ToolResult) => string
  readonly reasoning?: readonly ReasoningMarks[]
}

/**
 * A tag for the call, a tag for every parameter:
 *
 *     <tool_call>
 *     <function=find_book>
 *     <parameter=title>
 *     Momo
 *     </parameter>
 *     </function>
 *     </tool_call>
 */
// @__NO_SIDE_EFFECTS__
function functionTags(variant: Variant): Dialect {
  const { id, title, speakers, wrapper, lines, resultTag } = variant
  const [open, close] = [`<${wrapper}>`, `</${wrapper}>`]
  const line = lines ? '\n' : ''
  const parameter = (name: string, text: string): string => `<parameter=${name}>${line}${text}${line}</parameter>\n`
  const writeResult = variant.writeResult ?? ((result) => `<${resultTag}>\n${plainText(result)}\n</${resultTag}>`)
  return defineDialect({
    id,
    title,
    speakers,
    markup: [open, close, '<function=', '</function>', '<parameter=', '</parameter>', `<${resultTag}>`, `</${resultTag}>`],
    signs: () => [
      sequenceMark(id, [open, SPACE, '<function=']),
      sequenceMark(id, ['<function=', WORD, '>', SPACE, '<parameter=']),
      sequenceMark(id, ['<function=', WORD, '>', SPACE, '</function>']),
    ],
    stop: [`<${resultTag}>`],
    ...(variant.reasoning && { reasoning: variant.reasoning }),
    instruct: (tools, choice) => lesson({ ...variant, open, close, example: parameter('parameter_1', 'value_1') }, tools, choice),
    grammar: ({ text, parameters }) => ({
      trigger: open,
      call: (tool) =>
        `${text(`${open}\n<function=${tool.name}>\n`)} ${parameters(tool, (name) => text(`<parameter=${name}>${line}`), `${line}</parameter>\n`)} ${text(`</function>\n${close}`)}`,
      between: text('\n'),
    }),
    formatCalls: (calls) =>
      calls.map((call) => `${open}\n<function=${call.name}>\n${writeArguments(call, parameter)}</function>\n${close}`).join('\n'),
    formatResults: (results) => results.map(writeResult).join('\n'),
    ...taggedGrammar({
      block: { open: [open], close: [close] },
      call: { open: ['<function='], headEnd: ['>'], close: ['</function>'] },
      parameter: { open: ['<parameter='], headEnd: ['>'], close: ['</parameter>'] },
      space: lines ? 'newline' : 'keep',
    }),
  })
}

function lesson(
  variant: Variant & { open: string; close: string; example: string },
  tools: readonly ToolSpec[],
  choice: ToolChoice,
): string {
  return [
    '# Tools',
    'You have access to the following functions:',
    variant.toolList(tools),
    'To call a function, answer in this format and add nothing after it:',
    `${variant.open}\n<function=function_name>\n${variant.example}</function>\n${variant.close}`,
    [
      `- A call stands between ${variant.open} and ${variant.close}; each parameter has a tag of its own.`,
      '- Give every required parameter. Values are written as they are, without escapes; lists and objects as JSON.',
      '- You may explain the call before it, never behind it.',
      `- The result comes from the user in <${variant.resultTag}>. Never write one yourself.`,
    ].join('\n'),
    ...choiceLines(choice),
  ].join('\n\n')
}

const jsonTools = (tools: readonly ToolSpec[]): string => `<tools>\n${tools.map(functionJson).join('\n')}\n</tools>`

const describedTools = (tools: readonly ToolSpec[]): string =>
  `<tools>\n${tools.map((tool) => [`<function>`, `<name>${tool.name}</name>`, `<description>${tool.description}</description>`, '<parameters>', ...describeParameters(tool), '</parameters>', '</function>'].join('\n')).join('\n')}\n</tools>`

export const qwen3Coder = functionTags({
  id: 'qwen3-coder',
  title: 'Qwen3-Coder',
  speakers: ['Qwen3-Coder', 'Qwen3.5', 'Nemotron 3', 'Step-3.5', 'MiMo'],
  wrapper: 'tool_call',
  lines: true,
  toolList: describedTools,
  resultTag: 'tool_response',
})

export const kExaone2 = functionTags({
  id: 'k-exaone-2',
  title: 'K-EXAONE 2',
  speakers: ['K-EXAONE-2.0'],
  wrapper: 'tool_call',
  lines: true,
  toolList: (tools) => tools.map((tool) => `<tool>${functionJson(tool)}</tool>`).join('\n'),
  resultTag: 'tool_result',
})

export const uiTars = functionTags({
  id: 'ui-tars',
  title: 'UI-TARS',
  speakers: ['UI-TARS (by prompt)'],
  wrapper: 'tool_call',
  lines: false,
  toolList: jsonTools,
  resultTag: 'tool_response',
})

export const seedOss = functionTags({
  id: 'seed-oss',
  title: 'Seed-OSS',
  speakers: ['Seed-OSS'],
  wrapper: 'seed:tool_call',
  lines: false,
  toolList: jsonTools,
  resultTag: 'seed:tool_response',
  writeResult: plainText,
  reasoning: [
    { open: '<seed:think>', close: '</seed:think>' },
    { open: '<think>', close: '</think>' },
  ],
})
