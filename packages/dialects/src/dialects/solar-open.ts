import { namedDialect } from '../shapes/named/named-dialect.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { shortIds } from '../shapes/template.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

/**
 * The model makes the ids: ten letters and digits.
 *
 *     <|tool_calls|><|tool_call:begin|>a1b2c3d4e5<|tool_call:name|>find_book<|tool_call:args|>{"title": "Momo"}<|tool_call:end|>
 */
export const solarOpen = namedDialect({
  id: 'solar-open',
  title: 'Solar Open',
  speakers: ['Solar Open'],
  calls: {
    section: ['<|tool_calls|>', ''],
    call: '<|tool_call:begin|>$id<|tool_call:name|>$name<|tool_call:args|>$input<|tool_call:end|>',
    ids: shortIds(10, 'a-z'),
  },
  results: {
    each: '<|tool_response:begin|>$id<|tool_response:name|>$name<|tool_response:result|>$result<|tool_response:end|>',
  },
  lesson: {
    paragraphs: [
      '## Tools\n\n<|tools:begin|>\n$tools\n<|tools:end|>',
      'To call tools, write one entry for each. The id is ten random lower-case letters or digits, new for every call:',
      '$call',
    ],
    tool: asFunction,
    each: '<|tool:begin|>$tool<|tool:end|>',
    examples: [{ id: '{id}', name: '{tool name}', input: '{arguments as a JSON object}' }],
  },
  turns: ['<|tools:begin|>', '<|tools:end|>', '<|tool:begin|>', '<|begin|>', '<|tool:end|>'],
  frames: ['<|begin|>assistant', '<|content|>', '<|tool_calls|>'],
  reasoning: [{ open: '<|think|>', close: '<|end|>' }],
})

/**
 * An element for every argument:
 *
 *     <|tool_call:start|>find_book
 *     <|tool_arg:start|>title<|tool_arg:value|>Momo<|tool_arg:end|>
 *     <|tool_call:end|>
 */
export const solarOpen2 = tagsDialect({
  id: 'solar-open-2',
  title: 'Solar Open 2',
  speakers: ['Solar Open 2', 'Solar Pro 4'],
  calls: {
    call: '<|tool_call:start|>$name\n$parameters<|tool_call:end|>',
    parameter: '<|tool_arg:start|>$key<|tool_arg:value|>$value<|tool_arg:end|>\n',
    between: '\n',
  },
  results: { each: '<|tool_response:start|>$result<|tool_response:end|>', between: '\n' },
  lesson: {
    paragraphs: [
      '# Tools\n\n$tools',
      'To call tools, end your answer with one block for each and wait for the result:',
      '$call',
      'Strings are written as they are; numbers, lists and objects as JSON.',
    ],
    tool: asFunction,
    each: '<|tool:start|>$tool<|tool:end|>',
    examples: [{ name: '{tool name}', key: '{argument name}', value: '{argument value}' }],
  },
  turns: ['<|tool:start|>', '<|tool:end|>', '<|im:start|>', '<|im:content|>'],
  ends: ['<|im:end|>'],
  reasoning: [{ open: '<|think:start|>', close: '<|think:end|>' }],
})
