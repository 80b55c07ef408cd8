import { resultText } from '../canonical/outcome-words.ts'
import type { SpokenCall, ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectTraits } from '../dialect.ts'
import { jsonCalls, type OtherBlocks } from '../toolkit/json-calls.ts'
import { pythonRepr } from '../toolkit/python-repr.ts'
import { SPACE, sequenceMark } from '../toolkit/sequence-mark.ts'
import { spacedJson } from '../toolkit/spaced-json.ts'
import { choiceLines, functionOf } from '../toolkit/tool-list.ts'
import { argumentsJson, callJson, callListJson, toolJson, toolListJson } from '../toolkit/write-calls.ts'

interface Variant
  extends Pick<
    DialectTraits,
    'id' | 'title' | 'speakers' | 'markup' | 'resultMarkup' | 'frames' | 'reasoning' | 'patience' | 'stop'
  > {
  readonly open: string
  readonly close: string
  /** Other spellings of the opening mark. Absent: none. */
  readonly alsoOpens?: readonly string[]
  readonly alsoCloses?: readonly string[]
  /** What opens, separates and closes the calls. Absent: those of a list. */
  readonly listMarks?: readonly [string, string, string]
  /** Whether it may be asked for a YAML list. Absent: never. */
  readonly yaml?: boolean
  /** Whether calls carry ids. Absent: they do not. */
  readonly ids?: boolean
  /** The tool list; its tools as the model's template writes them. */
  readonly list: (tools: Parameters<DialectTraits['instruct']>[0]) => string
  readonly ask: string
  /** The turn that the lesson has for itself. Absent: it stands in that of the system. */
  readonly turn?: readonly [string, string]
  readonly formatBody: (calls: readonly SpokenCall[]) => string
  readonly formatResults: (results: readonly ToolResult[]) => string
}

/**
 * All calls as one JSON list between two marks:
 *
 *     <tool_calls>[{"name": "find_book", "arguments": {"title": "Momo"}}, {"name": "ping", "arguments": {}}]</tool_calls>
 */
// @__NO_SIDE_EFFECTS__
function callList(variant: Variant): Dialect {
  const {
    open,
    close,
    listMarks,
    ids = false,
    yaml = false,
    alsoOpens = [],
    alsoCloses = [],
    list,
    ask,
    turn = ['', ''],
    formatBody,
    markup,
    ...traits
  } = variant
  const openers = [open, ...alsoOpens]
  const closers = [close, ...alsoCloses]
  const formatCalls = (calls: readonly SpokenCall[]): string => `${open}${formatBody(calls)}${close}`
  return defineDialect({
    ...traits,
    markup: [...openers, ...closers, ...markup],
    openers: [open],
    instruct: (tools, choice) => turn.join([list(tools), ask, formatCalls(EXAMPLES), ...choiceLines(choice)].join('\n\n')),
    grammar: ({ text, space, callObject }) => {
      const [first = '[', between = ',', last = ']'] = listMarks ?? []
      return {
        trigger: open,
        open: `${text(`${open}${first}`)} ${space}`,
        call: (tool) =>
          callObject(
            tool,
            'arguments',
            ids ? `(${space} "," ${space} ${text('"id"')} ${space} ":" ${space} "\\"" [a-zA-Z0-9_-]{1,40} "\\"")?` : '',
          ),
        between: `${space} ${text(between)} ${space}`,
        close: `${space} ${text(`${last}${close}`)}`,
      }
    },
    formatCalls,
    parse: jsonCalls({ openers, closers, ...(yaml && { others: yamlLists(openers) }) }),
  })
}

/** `<tool_calls>⏎- name:`; without a reader for it, it was only mentioned. */
function yamlLists(openers: readonly string[]): OtherBlocks {
  return {
    marks: openers.map((open) => sequenceMark('yaml', [open, SPACE, '-', SPACE, 'name', SPACE, ':'])),
    *read(reading, bounds) {
      if (reading.forms?.yaml) yield* reading.forms.yaml(reading, bounds)
      else reading.write.text(bounds.opener)
    },
  }
}

const EXAMPLES: readonly SpokenCall[] = [
  { id: 'call_1', name: '{name of a function}', input: { '{parameter}': '{value}' } },
  { id: 'call_2', name: '{name of another}', input: {} },
]

const lines = (calls: readonly SpokenCall[]): string => `\n${calls.map((call) => callJson(call)).join('\n')}\n`

export const jamba = callList({
  id: 'jamba',
  title: 'Jamba',
  speakers: ['Jamba 1.5', 'Jamba 1.6', 'Jamba 1.7'],
  markup: ['<tool_definitions>', '</tool_definitions>', '<|bom|>', '<|eom|>', '<|tool|>'],
  open: '<tool_calls>',
  close: '</tool_calls>',
  list: (tools) => `# Tools\n\n<tool_definitions>\n[\n${tools.map(toolJson).join(',\n')}\n]\n</tool_definitions>`,
  ask: 'To call tools, answer with a JSON list of the calls:',
  formatBody: (calls) => `[\n${calls.map((call) => `    ${callJson(call)}`).join(',\n')}\n]`,
  stop: ['<|tool|>'],
  formatResults: (results) => results.map((result) => `<|bom|><|tool|> ${resultText(result)}<|eom|>`).join(''),
})

export const hunyuanA13b = callList({
  id: 'hunyuan-a13b',
  title: 'Hunyuan A13B',
  speakers: ['Hunyuan A13B'],
  markup: ['<tool_response>', '</tool_response>'],
  frames: ['<answer>', '</answer>'],
  open: '<tool_calls>',
  // The name of the speaker leaks before some lists.
  alsoOpens: ['助手：<tool_calls>', '助手:<tool_calls>'],
  close: '</tool_calls>',
  list: (tools) => `# 工具\n\n你可以使用下列工具：\n${toolListJson(tools)}`,
  ask: '需要使用工具时，请把全部调用写成一个 JSON 列表：',
  formatBody: (calls) => callListJson(calls),
  stop: ['<tool_response>'],
  formatResults: (results) => results.map((result) => `<tool_response>${resultText(result)}</tool_response>`).join('\n'),
})

export const apriel = callList({
  id: 'apriel',
  title: 'Apriel',
  speakers: ['Apriel 1.5 Thinker', 'Apriel 1.6 Thinker'],
  markup: [
    '<available_tools>',
    '</available_tools>',
    ...['tool_result', 'end', 'system', 'user', 'assistant'].map((role) => `<|${role}|>`),
  ],
  frames: ['[END FINAL RESPONSE]'],
  patience: 32,
  reasoning: [
    { open: 'Here are my reasoning steps:', close: '[BEGIN FINAL RESPONSE]' },
    { open: '<thinking>', close: '</thinking>' },
  ],
  open: '<tool_calls>',
  // The prompt of 1.5 names the singular while it shows the plural.
  alsoOpens: ['<tool_call>'],
  close: '</tool_calls>',
  alsoCloses: ['</tool_call>'],
  list: (tools) =>
    `These tools are available:\n<available_tools>\n${tools.map((tool) => pythonRepr(functionOf(tool))).join('\n')}\n</available_tools>`,
  ask: 'To call tools, write all calls as one JSON list:',
  ids: true,
  yaml: true,
  formatBody: (calls) =>
    `[${calls.map((call) => `{"name": ${JSON.stringify(call.name)}, "arguments": ${argumentsJson(call)}, "id": ${JSON.stringify(call.id)}}`).join(', ')}]`,
  stop: ['<|tool_result|>'],
  formatResults: (results) => results.map((result) => `<|tool_result|>\n${resultText(result)}\n<|end|>`).join('\n'),
})

export const nemotronV2 = callList({
  id: 'nemotron-v2',
  title: 'Nemotron Nano 2',
  speakers: ['Nemotron Nano 2', 'Llama-3.3 Nemotron Super 1.5'],
  markup: ['<TOOL_RESPONSE>', '</TOOL_RESPONSE>', '<AVAILABLE_TOOLS>', '</AVAILABLE_TOOLS>'],
  open: '<TOOLCALL>',
  close: '</TOOLCALL>',
  list: (tools) => `<AVAILABLE_TOOLS>${toolListJson(tools)}</AVAILABLE_TOOLS>`,
  ask: 'To call tools, write all calls as one JSON list:',
  formatBody: (calls) => callListJson(calls),
  stop: ['<TOOL_RESPONSE>'],
  formatResults: (results) =>
    `<TOOL_RESPONSE>${spacedJson(JSON.stringify(results.map((result) => result.data ?? resultText(result))))}</TOOL_RESPONSE>`,
})

const TURN = ['<beginning_of_sentence>', '<end_of_sentence>'] as const

/** One object per line instead of a list. */
export const minimaxM1 = callList({
  id: 'minimax-m1',
  title: 'MiniMax M1',
  speakers: ['MiniMax M1'],
  markup: ['<tools>', '</tools>', 'tool name=tools', ...TURN],
  resultMarkup: ['tool name: ', 'tool result: '],
  open: '<tool_calls>',
  close: '</tool_calls>',
  list: (tools) => `You have these tools:\n<tools>\n${tools.map(toolJson).join('\n')}\n</tools>`,
  ask: 'To call tools, write one JSON object per line:',
  turn: [`${TURN[0]}system tool_setting=tools\n`, TURN[1]],
  listMarks: ['\n', '\n', '\n'],
  formatBody: lines,
  stop: ['tool name=tools'],
  formatResults: (results) =>
    `${TURN[0]}tool name=tools\n${results.map((result) => `tool name: ${result.name}\ntool result: ${resultText(result)}\n\n`).join('')}${TURN[1]}`,
})
