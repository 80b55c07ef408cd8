import { readFileSync } from 'node:fs'
import type { Script } from './scripted-model.ts'

const ours = (name: string): string =>
  readFileSync(new URL(`../../packages/dialects/fixtures/templates/${name}.jinja`, import.meta.url), 'utf8')

const CODE =
  'let sum = 0\nfor (let n = 2; n < 1000; n++) {\n  let prime = true\n  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false\n  if (prime) sum += n\n}\nreturn sum'

const ARGUMENTS = JSON.stringify({ code: CODE })

const ANSWER = 'All the primes below one thousand add up to 76127, as the browser found.'
const story = { evidence: '76127', second: ANSWER } as const

const known = (dialect: string): string => `its chat template takes tools, and writes calls as \`${dialect}\``

export interface Family {
  readonly title: string
  readonly script: Script
  /** The dialect that its template speaks, and what our server must say of it. */
  readonly dialect: string
  readonly reason: string
}

/** Three families: one that everybody knows, one with a list of calls, and one that no name knows. */
export const FAMILIES: readonly Family[] = [
  {
    title: 'Hermes, with a thought that the prompt opens',
    dialect: 'hermes',
    reason: known('hermes'),
    script: {
      ...story,
      name: 'scripted-one',
      template: ours('thought-by-the-prompt'),
      tokens: ['<|im_start|>', '<think>', '</think>', '<tool_call>', '</tool_call>'],
      promptEnds: ['\n'],
      turnEnd: '<|im_end|>',
      first: `A program will know.\n</think>\n\n<tool_call>\n{"name": "browser_js_eval", "arguments": ${ARGUMENTS}}\n</tool_call>`,
      second: `It is known.\n</think>\n\n${ANSWER}`,
    },
  },
  {
    title: 'Mistral',
    dialect: 'mistral',
    reason: known('mistral'),
    script: {
      ...story,
      name: 'scripted-two',
      template: readFileSync(new URL('templates/instructions.jinja', import.meta.url), 'utf8'),
      tokens: ['[INST]', '[/INST]', '[TOOL_CALLS]', '[/TOOL_RESULTS]'],
      promptEnds: ['[/INST]', '[/TOOL_RESULTS]'],
      turnEnd: '</s>',
      first: `[TOOL_CALLS][{"name": "browser_js_eval", "arguments": ${ARGUMENTS}, "id": "a1B2c3D4e"}]`,
    },
  },
  {
    title: 'a family that no name knows',
    dialect: 'model-files',
    reason: 'its chat template takes tools, and writes calls in a dialect of its own',
    script: {
      ...story,
      name: 'scripted-three',
      template: ours('json-in-a-tag'),
      tokens: ['<|turn|>', '<|use|>', '<|/use|>'],
      promptEnds: ['\n'],
      turnEnd: '<|over|>',
      first: `<|use|>{"name": "browser_js_eval", "arguments": ${ARGUMENTS}}<|/use|>`,
    },
  },
]
