import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { asFunction } from '../shapes/tool-spellings.ts'

/**
 * No wrapper; values with markup or line breaks in a CDATA section:
 *
 *     <function name="find_book"><param name="title"><![CDATA[A & B]]></param></function>
 */
export const minicpm5 = tagsDialect({
  id: 'minicpm5',
  title: 'MiniCPM 5',
  speakers: ['MiniCPM5'],
  calls: {
    call: '<function name="$name">$parameters</function>',
    parameter: '<param name="$key">$value</param>',
    between: '\n',
    cdata: '<&\n',
    wrappers: ['arguments'],
    runTogether: true,
  },
  results: { each: '<tool_response>\n$result\n</tool_response>', as: 'text', between: '\n' },
  lesson: {
    paragraphs: [
      '# Tools',
      '<tools>\n$tools\n</tools>',
      'To call a function, write it like this and wait for the result:',
      '$call',
      'A value with `<`, `&` or a line break goes between `<![CDATA[` and `]]>`. Lists and objects are written as JSON.',
    ],
    tool: asFunction,
    examples: [{ name: 'function_name', key: 'parameter_name', value: 'value' }],
  },
  turns: ['<|im_start|>', '<|im_end|>'],
  patience: 640,
})
