import { resultText } from '../canonical/outcome-words.ts'
import { plainText, type ToolResult } from '../canonical/part.ts'
import { SPACE } from '../engine/sequence-mark.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import type { TagsShape } from '../shapes/tags/tags-shape.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

/**
 * Names stand in attributes. One vendor invented it, many descend from it:
 *
 *     <function_calls>
 *     <invoke name="find_book">
 *     <parameter name="title">Momo</parameter>
 *     </invoke>
 *     </function_calls>
 */
export function invokeTags(
  prefix = '',
  line = '\n',
  attributes = '',
): Pick<TagsShape, 'call' | 'parameter' | 'prefix' | 'between'> {
  return {
    call: `<${prefix}invoke name="$name">${line}$parameters</${prefix}invoke>`,
    parameter: `<${prefix}parameter name="$key"${attributes}>$value</${prefix}parameter>${line}`,
    prefix,
    between: line,
  }
}

/** What is said of the calls, behind the list of tools. */
export const INVOKE_LESSON = {
  paragraphs: [
    'To call functions, end your answer with a block like this and wait for the result:',
    '$call',
    'Strings are written as they are, without escapes; numbers, lists and objects as JSON. The result comes from the user; never write one yourself.',
  ],
  examples: [{ name: 'function_name', key: 'parameter_name', value: 'value' }],
}

const writeResult = (result: ToolResult): string =>
  result.outcome === 'ok'
    ? `<result>\n<tool_name>${result.name}</tool_name>\n<stdout>\n${plainText(result)}\n</stdout>\n</result>\n`
    : `<error>\n${resultText(result)}\n</error>\n`

export const anthropicLegacy = tagsDialect(
  {
    id: 'anthropic-legacy',
    title: 'Anthropic (2024)',
    speakers: ['Claude 2', 'Claude 3 (by prompt)'],
    calls: { ...invokeTags(), section: ['<function_calls>\n', '\n</function_calls>'], otherPrefixes: ['antml:'] },
    results: { each: '$result', around: ['<function_results>\n', '</function_results>'] },
    // Native models write it bare where their call leaks into the text.
    signs: (tools) => [
      ...['', 'antml:'].map((prefix) => [`<${prefix}function_calls>`, SPACE, `<${prefix}invoke`] as const),
      ...tools.map(({ name }) => ['<invoke', SPACE, `name="${name}"`] as const),
    ],
    resultMarkup: ['result', 'error', 'stdout', 'tool_name'].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
    lesson: {
      ...INVOKE_LESSON,
      paragraphs: ['# Tools', '<functions>\n$tools\n</functions>', ...INVOKE_LESSON.paragraphs],
      tool: asObject,
      each: '<function>$tool</function>',
    },
  },
  // A failure has an element of its own.
  { formatResults: (results) => `<function_results>\n${results.map(writeResult).join('')}</function_results>` },
)
