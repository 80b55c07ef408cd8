import { plainText, type SpokenCall, type ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { sortedJson } from '../shapes/json/json-spellings.ts'
import { readTagged } from '../shapes/tags/tagged-block.ts'
import { type TaggedMarks, taggedMarks } from '../shapes/tags/tagged-shape.ts'
import { typeAttribute } from '../shapes/tags/tagged-value.ts'
import { writeArguments } from '../shapes/tags/write-tags.ts'
import { choiceLines, functionOf } from '../shapes/tools/tool-spellings.ts'
import { typeOf } from '../shapes/values/schema-types.ts'

const open = (tag: string): string => `<|open|>${tag}<|sep|>`
const close = (tag: string): string => `<|close|>${tag}<|sep|>`
/** As it is written, and with the blanks that some detokenisers put around special tokens. */
const either = (tag: (name: string) => string, name: string): readonly string[] => [tag(name), tag(` ${name} `)]
/** Attribute values escape only these two. */
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const message = (attributes: string, text: string): string =>
  `${open(`message ${attributes}`)}${text}${close('message')}<|end_of_msg|>`
const systemMessage = (type: string, text: string): string => message(`role="system" type="${type}"`, text)
const HEAD_END = [' <|sep|> ', '<|sep|>']
const TOOLS = either(open, 'tools')
const CALLS = ['<|open|>call ', '<|open|> call ']
const OPENERS = [...TOOLS, ...CALLS]

/** `closers` are further marks that close an argument. */
// @__NO_SIDE_EFFECTS__
function marksWith(closers: readonly string[]): TaggedMarks {
  return taggedMarks({
    block: { open: TOOLS, close: either(close, 'tools') },
    call: { open: CALLS, headEnd: HEAD_END, attribute: 'tool', close: either(close, 'call') },
    parameter: {
      open: ['<|open|>argument ', '<|open|> argument '],
      headEnd: HEAD_END,
      attribute: 'key',
      close: [...either(close, 'argument'), ...closers],
    },
    space: 'keep',
    noise: [...either(open, 'json type="object"'), ...either(close, 'json')],
    typesByAttribute: typeAttribute,
  })
}

const TIGHT = marksWith([])
/** A mark that begins with a blank is looked for at every one of them, so it waits until tags are seen to be written so. */
const LOOSE = marksWith([` ${close(' argument ')}`])

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
  frames: [
    ...either(open, 'response'),
    ...either(close, 'response'),
    ...either(close, 'message'),
    open('message role="assistant"'),
    ...either(close, 'tools'),
  ],
  ends: ['<|end_of_msg|>'],
  reasoning: [
    { open: open('think'), close: close('think') },
    // Its own separator is forgotten, or the mark is.
    { open: open('think'), close: `<|close|>think${open('response')}` },
    { open: open('think'), close: open('response') },
    { open: open(' think '), close: close(' think ') },
  ],
  // SGLang ends the thought at the channel of the tools, which may follow it directly.
  callsEndThoughts: true,
  stop: ['<|end_of_msg|>'],
  instruct: (tools, choice) =>
    [
      'To call tools, end your answer with this channel, one `call` for each, counted from 1:',
      `${open('tools')}${open('call tool="{name}" index="1"')}${open('argument key="{key}" type="string"')}{value}${close('argument')}${close('call')}${close('tools')}`,
      'The type is string, number, boolean, null, object or array. Strings are written as they are, everything else as JSON.',
      systemMessage('tool-declare', `# Tools\n\n\`\`\`json\n${sortedJson(tools.map(functionOf))}\n\`\`\``) +
        choiceLines(choice)
          .map((line) => systemMessage('tool-choice', line))
          .join(''),
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
  formatResults: (results, calls) =>
    inCallOrder(results, calls)
      .map((result, index) => message(`role="tool" tool="${attribute(result.name)}" index="${index + 1}"`, plainText(result)))
      .join(''),
  openers: OPENERS,
  *parse(reading) {
    let opening = yield* reading.prose.until(OPENERS)
    while (opening) {
      yield* readTagged(reading, opening.text, opening.text.startsWith('<|open|> ') ? LOOSE : TIGHT)
      opening = yield* reading.prose.until(OPENERS)
    }
  },
})

/** The place of a result is all that tells which call it answers. */
function inCallOrder(results: readonly ToolResult[], calls: readonly SpokenCall[] = []): readonly ToolResult[] {
  const place = new Map(calls.map(({ id }, index) => [id, index]))
  if (!results.every(({ callId }) => place.has(callId))) return results
  return results.toSorted((one, other) => (place.get(one.callId) ?? 0) - (place.get(other.callId) ?? 0))
}
