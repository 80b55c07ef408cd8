import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { bareToolJson } from '../toolkit/write-calls.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

const token = (word: string): string => `<|:@:|${word}|:@:|>`
const BLOCK = [token('functions_start'), token('functions_end')]
const RESULTS = [token('function_results_start'), token('function_results_end')]
const TO = '<||invoke_start to=function.'
const CALL_END = '<||invoke_end||>'
const PARAMETER = '<||parameter_start name='
const PARAMETER_END = '<||parameter_end||>'
const RESULT = '<||function_response_start to=function.'
const RESULT_END = '<||function_response_end||>'
/** The first models closed with two colons, and wrote their parameters differently. */
const oldEnd = (word: string): string => `<|:@::|${word}|:@::|>`
const OLD = {
  to: `${token('invoke_start')}to="function.`,
  callEnd: oldEnd('invoke_end'),
  parameter: '<|parameter name="',
  parameterEnd: '<||parameter||>',
  blockEnd: oldEnd('functions_end'),
}

/**
 *     <|:@:|functions_start|:@:|>
 *     <||invoke_start to=function.find_book||>
 *     <||parameter_start name=title||>Momo<||parameter_end||>
 *     <||invoke_end||>
 *     <|:@:|functions_end|:@:|>
 */
export const usfOmega = defineDialect({
  id: 'usf-omega',
  title: 'USF Omega',
  speakers: ['USF Omega'],
  markup: [
    ...BLOCK,
    ...RESULTS,
    ...Object.values(OLD),
    '<||invoke_start to=',
    CALL_END,
    PARAMETER,
    PARAMETER_END,
    RESULT,
    RESULT_END,
  ],
  frames: [
    `${token('constrain')}json`,
    ...['message_start', 'message_end', 'end', 'message', 'constrain'].map(token),
    ...['message', 'constrain', 'end'].map(oldEnd),
  ],
  reasoning: [
    { open: token('reasoning_start'), close: token('reasoning_end') },
    { open: token('reasoning_start'), close: oldEnd('reasoning_end') },
  ],
  stop: RESULTS.slice(0, 1),
  instruct: (tools, choice) =>
    [
      `functions\n[\n${tools.map(bareToolJson).join(',\n')}\n]`,
      'To call functions, write one section with all calls, strings as they are and everything else as JSON:',
      `${BLOCK[0]}\n${TO}{name}||>\n${PARAMETER}{parameter}||>{value}${PARAMETER_END}\n${CALL_END}\n${BLOCK[1]}`,
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    `${BLOCK[0]}\n${calls
      .map(
        (call) =>
          `${TO}${call.name}||>\n${writeArguments(call, (name, text) => `${PARAMETER}${name}||>${text}${PARAMETER_END}\n`)}${CALL_END}\n`,
      )
      .join('')}${BLOCK[1]}`,
  formatResults: (results) =>
    `${RESULTS[0]}\n${results
      .map((result) => `${RESULT}${result.name} id=${JSON.stringify(result.callId)}||>${resultText(result)}${RESULT_END}\n`)
      .join('')}${RESULTS[1]}`,
  ...taggedGrammar({
    block: { open: BLOCK.slice(0, 1), close: [...BLOCK.slice(1), OLD.blockEnd] },
    call: { open: [TO, '<||invoke_start to=', OLD.to], headEnd: ['||>', '"'], close: [CALL_END, OLD.callEnd] },
    parameter: { open: [PARAMETER, OLD.parameter], headEnd: ['||>', '"|>'], close: [PARAMETER_END, OLD.parameterEnd] },
    space: 'keep',
  }),
})
