import { resultText } from '../canonical/outcome-words.ts'
import type { SpokenCall, ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect } from '../dialect.ts'
import { type CallHead, namedCalls } from '../toolkit/named-calls.ts'
import { SPACE, sequenceMark, WORD } from '../toolkit/sequence-mark.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { argumentsJson, toolJson } from '../toolkit/write-calls.ts'

/** The bars are U+FF5C and the blanks U+2581; models also write what these look like. */
const spellings = (words: string): readonly string[] =>
  ['｜', '|'].flatMap((bar) => ['▁', '_', ' '].map((blank) => `<${bar}${words.replaceAll(' ', blank)}${bar}>`))
const token = (words: string): string => spellings(words)[0] ?? ''

const CALL = token('tool call begin')
const SEPARATOR = token('tool sep')
const CALL_END = token('tool call end')
const CALLS = token('tool calls begin')
const CALLS_END = token('tool calls end')
const OUTPUTS = [token('tool outputs begin'), token('tool outputs end')]
const OUTPUT = [token('tool output begin'), token('tool output end')]
const SECTION = [...spellings('tool calls begin'), ...spellings('tool calls end')]

interface Variant {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  formatCall(call: SpokenCall): string
  readonly betweenCalls: string
  formatResults(results: readonly ToolResult[]): string
}

// @__NO_SIDE_EFFECTS__
function deepseek(variant: Variant): Dialect {
  const { id, title, speakers, formatCall, betweenCalls } = variant
  const write = (bodies: readonly string[]): string =>
    `${CALLS}${bodies.map((body) => `${CALL}${body}${CALL_END}`).join(betweenCalls)}${CALLS_END}`
  return defineDialect({
    id,
    title,
    speakers,
    markup: [
      ...SECTION,
      ...spellings('tool call begin'),
      ...spellings('tool sep'),
      ...spellings('tool call end'),
      ...OUTPUTS,
      ...OUTPUT,
      ...['User', 'Assistant', 'end▁of▁sentence'].map((role) => `<｜${role}｜>`),
    ],
    openers: [CALLS, CALL],
    frames: SECTION,
    patience: 256,
    stop: [OUTPUTS[0] ?? '', OUTPUT[0] ?? ''],
    instruct: (tools, choice) =>
      [
        `## Tools\n\nYou can call these functions:\n${tools.map(toolJson).join('\n')}`,
        `To call functions, end your answer with one section that holds every call:\n${write([formatCall(EXAMPLE)])}`,
        `What they return comes back between \`${OUTPUT.join('` and `')}\`.`,
        ...choiceLines(choice),
      ].join('\n\n'),
    grammar: ({ text, input }) => ({
      trigger: CALLS,
      open: text(CALLS),
      call: (tool) => {
        const [before = '', behind = ''] = formatCall({ id: '', name: tool.name, input: {} }).split('{}')
        return `${text(CALL + before)} ${input(tool)} ${text(behind + CALL_END)}`
      },
      between: text(betweenCalls),
      close: text(CALLS_END),
    }),
    formatCalls: (calls) => write(calls.map(formatCall)),
    formatResults: variant.formatResults,
    parse: namedCalls({
      openers: spellings('tool call begin'),
      separators: ['{', '```'],
      closers: spellings('tool call end'),
      unmarked: (tools) => tools.map(({ name }) => sequenceMark(name, [`function${name}`, '\n', SPACE, '```', WORD, SPACE, '{'])),
      head,
    }),
  })
}

const EXAMPLE: SpokenCall = { id: '', name: '{function name}', input: { '{parameter}': '{value}' } }

/** The kind of tool and its name stand around the separator; the later version has only the name, before it. */
function head(text: string): CallHead | undefined {
  const separator = spellings('tool sep').find((spelling) => text.includes(spelling))
  if (separator === undefined) return undefined
  const [before = '', after = ''] = text.split(separator)
  const name = after.trim() || before.trim()
  return /\s/.test(name) ? undefined : { name }
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
  formatCall: (call) => `function${SEPARATOR}${call.name}\n\`\`\`json\n${argumentsJson(call)}\n\`\`\``,
  betweenCalls: '\n',
  formatResults: (results) => OUTPUTS.join(results.map((result) => OUTPUT.join(resultText(result))).join('\n')),
})

/**
 *     <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>find_book<｜tool▁sep｜>{"title": "Momo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
 */
export const deepseekV31 = deepseek({
  id: 'deepseek-v3.1',
  title: 'DeepSeek V3.1',
  speakers: ['DeepSeek V3.1', 'DeepSeek V3.2-Exp'],
  formatCall: (call) => `${call.name}${SEPARATOR}${argumentsJson(call)}`,
  betweenCalls: '',
  formatResults: (results) => results.map((result) => OUTPUT.join(resultText(result))).join(''),
})
