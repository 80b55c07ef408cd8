import type { JsonValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, ReasoningMarks } from '../dialect.ts'
import { pythonJson } from '../toolkit/python-json.ts'
import { scalarRepr } from '../toolkit/python-repr.ts'
import { pythonFunction, pythonParameters } from '../toolkit/python-tools.ts'
import { type MarkSequence, SPACE, WORD } from '../toolkit/sequence-mark.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { toolElement } from '../toolkit/tool-element.ts'
import { choiceLines, functionJson } from '../toolkit/tool-list.ts'
import { rawPython, rawValue, spellArguments } from '../toolkit/write-tags.ts'

interface Variant {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  /** The name of the tag around a call. */
  readonly wrapper: string
  /** Whether values stand on lines of their own. */
  readonly lines: boolean
  /** The sections that list the tools. */
  readonly toolList: (tools: readonly ToolSpec[]) => readonly string[]
  /** What stands around a result. */
  readonly result: readonly [string, string]
  /** The turn that all results share. Absent: that of the user. */
  readonly resultTurn?: readonly [string, string]
  /** Whether another of these reads for it where the dialect is not known. */
  readonly quiet?: true
  /** A value as its template spells it. */
  readonly spell: (value: JsonValue) => string
  /** Reads lists and objects in that spelling. Absent: they are JSON. */
  readonly literal?: (text: string) => string | undefined
  /** What begins and ends a turn of its template. */
  readonly turns: readonly string[]
  /** How a call is written, in words; results come behind the second text. */
  readonly rules: (example: string, result: string) => readonly string[]
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
  const { id, title, speakers, wrapper, lines, result } = variant
  const [open, close] = [`<${wrapper}>`, `</${wrapper}>`]
  const line = lines ? '\n' : ''
  const parameter = (name: string, text: string): string => `<parameter=${name}>${line}${text}${line}</parameter>\n`
  const example = `${open}\n<function=function_name>\n${parameter('parameter_1', 'value_1')}</function>\n${close}`
  return defineDialect({
    id,
    title,
    speakers,
    markup: [
      open,
      close,
      '<function=',
      '</function>',
      '<parameter=',
      '</parameter>',
      ...result.map((mark) => mark.trim()),
      ...variant.turns,
    ],
    signs: () => (variant.quiet ? [] : signsOf(open)),
    stop: [result[0].trim()],
    ...(variant.reasoning && { reasoning: variant.reasoning }),
    instruct: (tools, choice) =>
      [...variant.toolList(tools), ...variant.rules(example, result[0].trim()), ...choiceLines(choice)].join('\n\n'),
    grammar: ({ text, parameters }) => ({
      trigger: open,
      call: (tool) =>
        `${text(`${open}\n<function=${tool.name}>\n`)} ${parameters(tool, (name) => text(`<parameter=${name}>${line}`), `${line}</parameter>\n`, variant.literal ? 'values' : 'words')} ${text(`</function>\n${close}`)}`,
      between: text('\n'),
    }),
    formatCalls: (calls) =>
      calls
        .map((call) => `${open}\n<function=${call.name}>\n${spellArguments(call, variant.spell, parameter)}</function>\n${close}`)
        .join('\n'),
    formatResults: (results) => {
      const texts = results.map((one) => result.join(resultText(one)))
      return variant.resultTurn?.join(texts.join('')) ?? texts.join('\n')
    },
    ...taggedGrammar({
      block: { open: [open], close: [close] },
      call: { open: ['<function='], headEnd: ['>'], close: ['</function>'] },
      parameter: { open: ['<parameter='], headEnd: ['>'], close: ['</parameter>'] },
      space: lines ? 'newline' : 'keep',
      ...(variant.literal && { literal: variant.literal }),
    }),
  })
}

const signsOf = (open: string): readonly MarkSequence[] => [
  [open, SPACE, '<function='],
  ['<function=', WORD, '>', SPACE, '<parameter='],
  ['<function=', WORD, '>', SPACE, '</function>'],
]

const usualRules: Variant['rules'] = (example, result) => [
  'To call a function, answer in this format and add nothing after it:',
  example,
  [
    '- Each parameter has a tag of its own; give every required one.',
    '- Values are written as they are, without escapes; lists and objects as JSON.',
    '- You may explain the call before it, never behind it.',
    `- The result comes from the user in ${result}. Never write one yourself.`,
  ].join('\n'),
]

/** Lists and objects go through the template's JSON filter, everything else through its string filter. */
const pythonScalars = (value: JsonValue): string =>
  typeof value === 'string' || (typeof value === 'object' && value !== null) ? rawValue(value) : scalarRepr(value)

const CHAT_TURNS = ['<|im_start|>', '<|im_end|>']
const INTRO = ['# Tools', 'You have access to the following functions:']

const jsonTools = (tools: readonly ToolSpec[]): readonly string[] => [
  ...INTRO,
  `<tools>\n${tools.map(functionJson).join('\n')}\n</tools>`,
]

export const qwen3Coder = functionTags({
  id: 'qwen3-coder',
  title: 'Qwen3-Coder',
  speakers: ['Qwen3-Coder', 'MiMo'],
  wrapper: 'tool_call',
  lines: true,
  toolList: (tools) => [...INTRO, `<tools>\n${tools.map(toolElement).join('\n')}\n</tools>`],
  rules: usualRules,
  result: ['<tool_response>\n', '\n</tool_response>'],
  spell: pythonScalars,
  turns: CHAT_TURNS,
})

/** The same calls; its template lists tools as JSON. */
export const qwen35 = functionTags({
  id: 'qwen3.5',
  title: 'Qwen3.5',
  speakers: ['Qwen3.5', 'Nemotron 3'],
  wrapper: 'tool_call',
  lines: true,
  quiet: true,
  toolList: jsonTools,
  rules: usualRules,
  result: ['<tool_response>\n', '\n</tool_response>'],
  spell: pythonScalars,
  turns: CHAT_TURNS,
})

export const step35 = functionTags({
  id: 'step-3.5',
  title: 'Step-3.5',
  speakers: ['Step-3.5'],
  wrapper: 'tool_call',
  lines: true,
  quiet: true,
  toolList: jsonTools,
  rules: usualRules,
  result: ['<tool_response>', '</tool_response>'],
  resultTurn: ['<|im_start|>tool_response\n', '<|im_end|>'],
  spell: pythonScalars,
  turns: CHAT_TURNS,
})

export const kExaone2 = functionTags({
  id: 'k-exaone-2',
  title: 'K-EXAONE 2',
  speakers: ['K-EXAONE-2.0'],
  wrapper: 'tool_call',
  lines: true,
  toolList: (tools) => [...INTRO, tools.map((tool) => `<tool>${functionJson(tool)}</tool>`).join('\n')],
  rules: usualRules,
  result: ['<tool_result>\n', '\n</tool_result>'],
  spell: pythonScalars,
  turns: [],
})

export const uiTars = functionTags({
  id: 'ui-tars',
  title: 'UI-TARS',
  speakers: ['UI-TARS (by prompt)'],
  wrapper: 'tool_call',
  lines: false,
  toolList: jsonTools,
  rules: usualRules,
  result: ['<tool_response>\n', '\n</tool_response>'],
  spell: pythonScalars,
  turns: CHAT_TURNS,
})

export const seedOss = functionTags({
  id: 'seed-oss',
  title: 'Seed-OSS',
  speakers: ['Seed-OSS'],
  wrapper: 'seed:tool_call',
  lines: false,
  toolList: (tools) => tools.map((tool) => `Function:\n${documented(tool)}`),
  rules: (example) => [`调用工具时请使用以下格式：\n${example}`],
  spell: rawPython,
  literal: pythonJson,
  result: ['<seed:bos>tool\n', '<seed:eos>'],
  turns: ['<seed:bos>'],
  reasoning: [
    { open: '<seed:think>', close: '</seed:think>' },
    { open: '<think>', close: '</think>' },
  ],
})

/** `[必填]` must be given, `[选填]` may be. */
function documented(tool: ToolSpec): string {
  const parameters = pythonParameters(tool)
  const lines = parameters.map(
    ({ name, type, required, description }) =>
      `- ${name} (${type}) [${required ? '必填' : '选填'}]${description === '' ? '' : `: ${description}`}`,
  )
  return pythonFunction(`${tool.name}(${parameters.map(({ name, type }) => `${name}: ${type}`).join(', ')})`, [
    tool.description,
    ...(lines.length > 0 ? ['', 'Args:', ...lines] : []),
  ])
}
