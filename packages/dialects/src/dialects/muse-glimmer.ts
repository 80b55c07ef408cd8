import type { ToolSpec } from '../canonical/message.ts'
import { withoutNamespace } from '../engine/known-tool.ts'
import { MarkSet, specialTokens } from '../engine/marks.ts'
import { type Step, take, UntilMark } from '../engine/readers.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import type { Source } from '../engine/source.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { shapeDialect } from '../shapes/shape-dialect.ts'
import { encodeAttribute } from '../shapes/tags/tag.ts'
import { type Head, HeadReader } from '../shapes/tags/tag-head.ts'
import { readTagged } from '../shapes/tags/tagged-block.ts'
import { type TaggedMarks, type TaggedShape, taggedMarks } from '../shapes/tags/tagged-shape.ts'
import { writeArguments } from '../shapes/tags/write-tags.ts'
import { fill } from '../shapes/template.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

const START = '<|start|>'
const MESSAGE = '<|message|>'
const OPEN = '<atem:function_calls>'
const CLOSE = '</atem:function_calls>'
const ENDS = ['<|eom|>', '<|eot|>']

const shape: TaggedShape = {
  block: { open: [OPEN], close: [CLOSE] },
  call: { open: ['<atem:invoke '], headEnd: ['>'], attribute: 'name', close: ['</atem:invoke>'] },
  parameter: { open: ['<atem:parameter '], headEnd: ['>'], attribute: 'name', close: ['</atem:parameter>'] },
  space: 'keep',
}
const MARKS = taggedMarks(shape)

/** Names may come doubled: `find_book.find_book`. */
class DoubledHead extends HeadReader {
  readonly #tools: readonly ToolSpec[]

  constructor(tools: readonly ToolSpec[]) {
    super(shape.call)
    this.#tools = tools
  }

  override *read(source: Source): Step<Head | undefined> {
    const head = yield* super.read(source)
    return head && { ...head, name: withoutNamespace(head.name, this.#tools) }
  }
}

/** The prompt ends with `<|start|>assistant`, so an answer begins in the middle of a header. */
const FIRST_HEADERS = [sequenceMark('first', [' ', SPACE, 'to=', WORD, MESSAGE]), sequenceMark('first', ['to=', WORD, MESSAGE])]
const HEADERS = [sequenceMark('to', [START, WORD, SPACE, 'to=', WORD, MESSAGE]), sequenceMark('plain', [START, WORD, MESSAGE])]
const FIRST = new MarkSet([...FIRST_HEADERS, MESSAGE])
const STRAY = specialTokens([START, MESSAGE])
const MESSAGE_ENDS = new MarkSet([...ENDS, ...HEADERS, ...STRAY])
const MESSAGE_ENDS_OR_CALLS = new MarkSet([...ENDS, ...HEADERS, OPEN, ...STRAY])

const CALL = `${START}assistant to=$name${MESSAGE}${OPEN}\n<atem:invoke name="$quoted">\n$parameters</atem:invoke>\n${CLOSE}<|eot|>`
const PARAMETER = '<atem:parameter name="$key">$value</atem:parameter>\n'

/**
 * Every message names its recipient: `self` is thinking, `user` the answer, anything else a tool. Only there calls run.
 *
 *     to=find_book<|message|><atem:function_calls>
 *     <atem:invoke name="find_book">
 *     <atem:parameter name="title">Momo</atem:parameter>
 *     </atem:invoke>
 *     </atem:function_calls><|eot|>
 */
export const museGlimmer = shapeDialect(
  {
    id: 'muse-glimmer',
    title: 'Muse Glimmer',
    speakers: ['Muse Glimmer'],
    results: {
      each: `${START}tool $name${MESSAGE}<tool_output name="$name">\n$result\n</tool_output><|eot|>`,
      as: 'text',
    },
    stop: ['<tool_output'],
    lesson: {
      paragraphs: [
        '# Tools',
        '$tools',
        'To call a tool, address a message to it:',
        '$call',
        'Think in messages to `self`, answer in messages to `user`. Strings are written as they are, everything else as JSON.',
      ],
      tool: asObject,
      examples: [{ name: 'tool_name', key: 'parameter_name', value: 'value' }],
    },
    turns: ['<tool_output', '</tool_output>'],
    frames: [...FIRST_HEADERS, ...HEADERS],
    reasoning: [],
    patience: 200,
  },
  {
    marks: [START, MESSAGE, ...ENDS, OPEN, CLOSE, '<atem:invoke ', '</atem:invoke>', '<atem:parameter ', '</atem:parameter>'],
    signs: () => HEADERS,
    format: (calls) =>
      calls
        .map((call) => {
          const parameters = writeArguments(call, (key, value) => fill(PARAMETER, { key: encodeAttribute(key), value }))
          return fill(CALL, { name: call.name, quoted: encodeAttribute(call.name), parameters })
        })
        .join(''),
    example: (examples) =>
      examples.map(({ name = '', ...slots }) => fill(CALL, { name, quoted: name, parameters: fill(PARAMETER, slots) })).join(''),

    *parse(reading) {
      const { source } = reading
      const marks = { ...MARKS, callHead: new DoubledHead(reading.tools) }
      const first = yield* take(source, FIRST)
      let recipient = first === undefined ? 'user' : recipientIn(first)
      for (;;) {
        const end = yield* readMessage(reading, recipient, marks)
        if (end === undefined) return
        recipient = recipientIn(end)
      }
    },
  },
)

const recipientIn = (header: string): string => /to=([\w.-]+)/.exec(header)?.[1] ?? 'user'

/** One message up to the mark that ends it. */
function* readMessage(reading: Reading, recipient: string, marks: TaggedMarks): Step<string | undefined> {
  const { source, write } = reading
  const runs = recipient !== 'self' && recipient !== 'user'
  for (;;) {
    const { found } = yield* source.run(
      new UntilMark(runs ? MESSAGE_ENDS_OR_CALLS : MESSAGE_ENDS, recipient === 'self' ? write.reasoning : write.text),
    )
    if (found && STRAY.includes(found.mark)) {
      write.closeProse()
      continue
    }
    if (found?.text !== OPEN) {
      write.closeProse()
      return found?.text
    }
    yield* readTagged(reading, OPEN, marks)
  }
}
