import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

const token = (word: string): string => `<|:@:|${word}|:@:|>`
/** The first models closed with two colons, and wrote their parameters differently. */
const oldEnd = (word: string): string => `<|:@::|${word}|:@::|>`

/**
 *     <|:@:|functions_start|:@:|>
 *     <||invoke_start to=function.find_book||>
 *     <||parameter_start name=title||>Momo<||parameter_end||>
 *     <||invoke_end||>
 *     <|:@:|functions_end|:@:|>
 */
export const usfOmega = tagsDialect({
  id: 'usf-omega',
  title: 'USF Omega',
  speakers: ['USF Omega'],
  calls: {
    section: [`${token('functions_start')}\n`, `\n${token('functions_end')}`],
    call: '<||invoke_start to=function.$name||>\n$parameters<||invoke_end||>',
    parameter: '<||parameter_start name=$key||>$value<||parameter_end||>\n',
    between: '\n',
    also: {
      section: { close: [oldEnd('functions_end')] },
      call: {
        open: ['<||invoke_start to=', `${token('invoke_start')}to="function.`],
        headEnd: ['"'],
        close: [oldEnd('invoke_end')],
      },
      parameter: { open: ['<|parameter name="'], headEnd: ['"|>'], close: ['<||parameter||>'] },
    },
  },
  openers: [
    token('functions_start'),
    '<||invoke_start to=function.',
    '<||invoke_start to=',
    `${token('invoke_start')}to="function.`,
  ],
  results: {
    each: '<||function_response_start to=function.$name id=$quoted||>$result<||function_response_end||>\n',
    around: [`${token('function_results_start')}\n`, token('function_results_end')],
  },
  lesson: {
    paragraphs: [
      'functions\n[\n$tools\n]',
      'To call functions, write one section with all calls, strings as they are and everything else as JSON:',
      '$call',
    ],
    tool: asObject,
    betweenTools: ',\n',
    examples: [{ name: '{name}', key: '{parameter}', value: '{value}' }],
  },
  turns: ['<||function_response_start to=function.'],
  patience: 200,
  frames: [
    `${token('constrain')}json`,
    ...['message_start', 'message_end', 'end', 'message', 'constrain'].map(token),
    ...['message', 'constrain', 'end'].map(oldEnd),
  ],
  reasoning: [
    { open: token('reasoning_start'), close: token('reasoning_end') },
    { open: token('reasoning_start'), close: oldEnd('reasoning_end') },
  ],
})
