import type { ToolSpec } from '../canonical/message.ts'
import { plainText } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import { withoutNamespace } from '../toolkit/known-tool.ts'
import { MarkSet } from '../toolkit/marks.ts'
import { type Step, take } from '../toolkit/read-json.ts'
import { UntilMark } from '../toolkit/readers.ts'
import type { Reading } from '../toolkit/reading.ts'
import { SPACE, sequenceMark, WORD } from '../toolkit/sequence-mark.ts'
import type { Source } from '../toolkit/source.ts'
import { specialTokens } from '../toolkit/special-tokens.ts'
import { encodeAttribute } from '../toolkit/tag.ts'
import { type Head, HeadReader } from '../toolkit/tag-head.ts'
import { readTagged } from '../toolkit/tagged-block.ts'
import { type TaggedMarks, type TaggedShape, taggedMarks } from '../toolkit/tagged-shape.ts'
import { bareJson, choiceLines } from '../toolkit/tool-list.ts'
import { writeArguments } from '../toolkit/write-tags.ts'

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

/**
 * Every message names its recipient: `self` is thinking, `user` the answer, anything else a tool. Only there calls run.
 *
 *     to=find_book<|message|><atem:function_calls>
 *     <atem:invoke name="find_book">
 *     <atem:parameter name="title">Momo</atem:parameter>
 *     </atem:invoke>
 *     </atem:function_calls><|eot|>
 */
export const museGlimmer = defineDialect({
  id: 'muse-glimmer',
  title: 'Muse Glimmer',
  speakers: ['Muse Glimmer'],
  markup: [
    START,
    MESSAGE,
    ...ENDS,
    OPEN,
    CLOSE,
    '<atem:invoke ',
    '</atem:invoke>',
    '<atem:parameter ',
    '</atem:parameter>',
    '<tool_output',
    '</tool_output>',
  ],
  patience: 200,
  signs: () => HEADERS,
  frames: [...FIRST_HEADERS, ...HEADERS],
  reasoning: [],
  stop: ['<tool_output'],
  instruct: (tools, choice) =>
    [
      '# Tools',
      tools.map(bareJson).join('\n'),
      'To call a tool, address a message to it:',
      `${START}assistant to=tool_name${MESSAGE}${OPEN}\n<atem:invoke name="tool_name">\n<atem:parameter name="parameter_name">value</atem:parameter>\n</atem:invoke>\n${CLOSE}<|eot|>`,
      'Think in messages to `self`, answer in messages to `user`. Strings are written as they are, everything else as JSON.',
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) =>
    calls
      .map((call) => {
        const parameters = writeArguments(
          call,
          (name, text) => `<atem:parameter name="${encodeAttribute(name)}">${text}</atem:parameter>\n`,
        )
        return `${START}assistant to=${call.name}${MESSAGE}${OPEN}\n<atem:invoke name="${encodeAttribute(call.name)}">\n${parameters}</atem:invoke>\n${CLOSE}<|eot|>`
      })
      .join(''),
  formatResults: (results) =>
    results
      .map(
        (result) =>
          `${START}tool ${result.name}${MESSAGE}<tool_output name="${encodeAttribute(result.name)}">\n${plainText(result)}\n</tool_output><|eot|>`,
      )
      .join(''),

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
})

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
