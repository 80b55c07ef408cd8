import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { withoutNamespace } from '../toolkit/known-tool.ts'
import { type CallHead, namedCalls } from '../toolkit/named-calls.ts'
import { SPACE, sequenceMark, WORD } from '../toolkit/sequence-mark.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { argumentsJson, callNumber, toolListJson } from '../toolkit/write-calls.ts'

const OPEN = '<|tool_call_begin|>'
const ARGUMENTS = '<|tool_call_argument_begin|>'
const CLOSE = '<|tool_call_end|>'
const SECTION = ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>']
// Seen from models under strain.
const SINGULAR = ['<|tool_call_section_begin|>', '<|tool_call_section_end|>']
const RESULT = '## Return of '

/**
 * The name stands in the call's id, which counts the calls of the conversation.
 *
 *     <|tool_calls_section_begin|><|tool_call_begin|>functions.find_book:0<|tool_call_argument_begin|>{"title": "Momo"}
 *     <|tool_call_end|><|tool_calls_section_end|>
 */
export const kimiK2 = defineDialect({
  id: 'kimi-k2',
  title: 'Kimi K2',
  speakers: ['Kimi K2', 'Kimi K2 Thinking', 'Kimi K2.5'],
  markup: [
    OPEN,
    ARGUMENTS,
    CLOSE,
    ...SECTION,
    ...SINGULAR,
    RESULT,
    '<|im_system|>',
    '<|im_user|>',
    '<|im_assistant|>',
    '<|im_middle|>',
    '<|im_end|>',
  ],
  openers: [...SECTION.slice(0, 1), OPEN],
  patience: 256,
  frames: [...SECTION, ...SINGULAR],
  stop: [RESULT],
  instruct: (tools, choice) =>
    [
      'To call tools, write one section with a call for each, and nothing behind it. ' +
        'The number behind the name counts all calls of the conversation, from 0:',
      SECTION.join(`${OPEN}functions.{name}:{number}${ARGUMENTS}{arguments as a JSON object}${CLOSE}`),
      `Each result comes back under a line \`${RESULT}\` with the id of its call.`,
      ...choiceLines(choice),
      turn('tool_declare', toolListJson(tools)),
    ].join('\n\n'),
  grammar: ({ text, space, input }) => ({
    trigger: SECTION[0] ?? '',
    open: text(SECTION[0] ?? ''),
    call: (tool) =>
      `${text(`${OPEN}functions.${tool.name}:`)} [0-9]{1,4} ${text(ARGUMENTS)} ${space} ${input(tool)} ${space} ${text(CLOSE)}`,
    between: space,
    close: text(SECTION[1] ?? ''),
  }),
  formatCalls: (calls) =>
    SECTION.join(
      calls
        .map((call, index) => `${OPEN}${wireId(call.id, call.name, index)}${ARGUMENTS}${argumentsJson(call)}${CLOSE}`)
        .join(''),
    ),
  formatResults: (results) =>
    results
      .map((result, index) => turn(result.name, `${RESULT}${wireId(result.callId, result.name, index)}\n${resultText(result)}`))
      .join(''),
  parse: namedCalls({
    openers: [OPEN],
    separators: [ARGUMENTS, '{'],
    closers: [CLOSE],
    unmarked: (tools) => tools.map(({ name }) => sequenceMark(name, [`functions.${name}:`, WORD, SPACE, '{'])),
    head,
  }),
})

/** A turn that neither the user nor the model speaks. */
const turn = (role: string, text: string): string => `<|im_system|>${role}<|im_middle|>${text}<|im_end|>`

/** History must spell ids as the model does, or it forgets how to. */
function wireId(id: string, name: string, index: number): string {
  return /^functions\.[^\s:]+:\d+$/.test(id) ? id : `functions.${name}:${callNumber(id, index)}`
}

/** `functions.find_book:0`. A bare counter names nobody. */
function head(text: string, tools: readonly ToolSpec[]): CallHead | undefined {
  const id = text.trim()
  if (/\s/.test(id)) return undefined
  const path = id.replace(/:\d+$/, '')
  return { id, name: /^\d*$/.test(path) ? '' : withoutNamespace(path, tools) }
}
