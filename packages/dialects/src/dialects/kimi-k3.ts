import { plainText } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { typeOf } from '../toolkit/schema-types.ts'
import { taggedGrammar } from '../toolkit/tagged-block.ts'
import { bareJson, choiceLines } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

const open = (tag: string): string => `<|open|>${tag}<|sep|>`
const close = (tag: string): string => `<|close|>${tag}<|sep|>`
/** Attribute values escape only these two. */
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/**
 * Three special tokens build every tag; the answer comes in channels, and each argument carries its type:
 *
 *     <|open|>tools<|sep|><|open|>call tool="find_book" index="1"<|sep|>
 *     <|open|>argument key="title" type="string"<|sep|>Momo<|close|>argument<|sep|>
 *     <|close|>call<|sep|><|close|>tools<|sep|>
 */
export const kimiK3 = defineDialect({
  id: 'kimi-k3',
  title: 'Kimi K3',
  speakers: ['Kimi-K3'],
  markup: ['<|open|>', '<|close|>', '<|sep|>', '<|end_of_msg|>'],
  frames: [open('response'), close('response'), '<|end_of_msg|>'],
  reasoning: [{ open: open('think'), close: close('think') }],
  stop: ['<|end_of_msg|>'],
  instruct: (tools, choice) =>
    [
      '# Tools',
      `\`\`\`json\n[${tools.map(bareJson).join(',\n')}]\n\`\`\``,
      'To call tools, end your answer with this channel, one `call` for each, counted from 1:',
      `${open('tools')}${open('call tool="{name}" index="1"')}${open('argument key="{key}" type="string"')}{value}${close('argument')}${close('call')}${close('tools')}`,
      'The type is string, number, boolean, null, object or array. Strings are written as they are, everything else as JSON.',
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    `${open('tools')}${calls
      .map((call, index) => {
        const values = writeArguments(
          call,
          (name, text, value) =>
            `${open(`argument key="${attribute(name)}" type="${typeOf(value).replace('integer', 'number')}"`)}${text}${close('argument')}`,
        )
        return `${open(`call tool="${attribute(call.name)}" index="${index + 1}"`)}${values}${close('call')}`
      })
      .join('')}${close('tools')}`,
  formatResults: (results) =>
    results
      .map(
        (result, index) =>
          `${open(`message role="tool" tool="${attribute(result.name)}" index="${index + 1}"`)}${plainText(result)}${close('message')}<|end_of_msg|>`,
      )
      .join(''),
  ...taggedGrammar({
    block: { open: [open('tools')], close: [close('tools')] },
    call: { open: ['<|open|>call '], headEnd: ['<|sep|>'], attribute: 'tool', close: [close('call')] },
    parameter: { open: ['<|open|>argument '], headEnd: ['<|sep|>'], attribute: 'key', close: [close('argument')] },
    space: 'keep',
    noise: [open('json type="object"'), close('json')],
    declaredType: (attributes) => {
      const type = attributes.get('type')
      return type === undefined ? undefined : type === 'string' ? 'string' : 'json'
    },
  }),
})
