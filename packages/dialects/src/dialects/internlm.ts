import { jsonDialect } from '../shapes/json/json-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

/**
 *     <|action_start|><|plugin|>
 *     {"name": "find_book", "parameters": {"title": "Momo"}}<|action_end|>
 */
export const internlm2 = jsonDialect({
  id: 'internlm2',
  title: 'InternLM2',
  speakers: ['InternLM2', 'InternLM2.5', 'Intern-S1'],
  calls: {
    object: '{"name": $name, "parameters": $input}',
    call: ['<|action_start|><|plugin|>\n', '<|action_end|>'],
    between: '\n',
    alsoOpens: ['<|action_start|> <|plugin|>'],
  },
  results: { each: '<|im_start|>environment name=<|plugin|>\n$result<|im_end|>', between: '\n' },
  stop: ['<|im_start|>environment name=<|plugin|>'],
  lesson: {
    paragraphs: [
      'To call a function, write its name and parameters as a JSON object:',
      '$call',
      '$choice',
      '<|im_start|>system name=<|plugin|>\n[$tools]<|im_end|>',
    ],
    tool: asObject,
    betweenTools: ', ',
    examples: [{ name: '"{function name}"', input: '{object with the parameters}' }],
  },
  turns: ['<|action_start|>', '<|plugin|>', '<|interpreter|>', '<|im_start|>'],
})
