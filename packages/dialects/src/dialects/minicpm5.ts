import { plainText } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { cdata } from '../toolkit/cdata.ts'
import { readCdata } from '../toolkit/read-cdata.ts'
import { encodeAttribute } from '../toolkit/tag.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { choiceLines, functionJson } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

/**
 * No wrapper; values with markup or line breaks in a CDATA section:
 *
 *     <function name="find_book"><param name="title"><![CDATA[A & B]]></param></function>
 */
export const minicpm5 = defineDialect({
  id: 'minicpm5',
  title: 'MiniCPM 5',
  speakers: ['MiniCPM5'],
  markup: [
    '<function ',
    '<functionname=',
    '</function>',
    '<param ',
    '<paramname=',
    '</param>',
    '<tool_response>',
    '</tool_response>',
    '<|im_start|>',
    '<|im_end|>',
  ],
  patience: 640,
  stop: ['<tool_response>'],
  instruct: (tools, choice) =>
    [
      '# Tools',
      `<tools>\n${tools.map(functionJson).join('\n')}\n</tools>`,
      'To call a function, write it like this and wait for the result:',
      '<function name="function_name"><param name="parameter_name">value</param></function>',
      'A value with `<`, `&` or a line break goes between `<![CDATA[` and `]]>`. Lists and objects are written as JSON.',
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    calls
      .map(
        (call) =>
          `<function name="${encodeAttribute(call.name)}">${writeArguments(call, (name, text) => `<param name="${encodeAttribute(name)}">${/[<&\n]/.test(text) ? cdata(text) : text}</param>`)}</function>`,
      )
      .join('\n'),
  formatResults: (results) => results.map((result) => `<tool_response>\n${plainText(result)}\n</tool_response>`).join('\n'),
  ...taggedGrammar({
    call: { open: ['<function ', '<functionname='], headEnd: ['>'], attribute: 'name', close: ['</function>'] },
    parameter: { open: ['<param ', '<paramname='], headEnd: ['>'], attribute: 'name', close: ['</param>'] },
    space: 'keep',
    cdata: readCdata,
  }),
})
