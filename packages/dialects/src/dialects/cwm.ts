import type { CallWriter } from '../engine/call-writer.ts'
import { findTool } from '../engine/known-tool.ts'
import { MarkSet } from '../engine/marks.ts'
import { HeadText, peekSolid, type Step, WordReader } from '../engine/readers.ts'
import { readArguments } from '../shapes/named/named-calls.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { readPlainInput } from '../shapes/named/plain-input.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { asFunction } from '../shapes/tools/tool-spellings.ts'

const OPEN = '<tool:'
const CLOSE = '</tool>'
const MOST_HEAD = 160
const HEAD_ENDS = new MarkSet(['>', '<', '\n'])
const WORDS_END = new MarkSet([CLOSE])
/** Says what is called where the name stands behind it. */
const KIND = 'function'

/**
 * The name in the tag; inside, JSON or plain words for the only parameter they can be meant for. Another prompt has it name a kind:
 *
 *     <tool: bash>              <tool: function>
 *     ls                        bash ls
 *     </tool>                   </tool>
 */
export const cwm = namedDialect(
  {
    id: 'cwm',
    title: 'CWM',
    speakers: ['CWM', 'Code World Model'],
    calls: { call: `${OPEN} $name>\n$input\n${CLOSE}`, between: '\n' },
    results: { each: '<|start_header_id|>tool: $name<|end_header_id|>\n\n$result<|eot_id|>' },
    stop: ['<|start_header_id|>'],
    lesson: {
      paragraphs: [
        'You have access to the following tools:\n\n$tools',
        'To use one, end your answer with its name and its arguments in this form:',
        '$call',
      ],
      tool: asFunction,
      examples: [{ name: '{tool name}', input: '{arguments as a JSON object}' }],
    },
    signs: (tools) => [...tools.map(({ name }) => [`${OPEN} ${name}>`] as const), [`${OPEN} ${KIND}>`]],
    ends: ['<|eot_id|>'],
    patience: MOST_HEAD,
  },
  {},
  {
    *parse(reading) {
      while (yield* reading.prose.until([OPEN])) yield* readTool(reading)
    },
  },
)

function* readTool(reading: Reading): Step {
  const { source, write } = reading
  source.record(OPEN)
  const name = yield* nameIn(reading)
  if (name === undefined) {
    const rest = source.takeRecord().slice(OPEN.length)
    write.text(OPEN)
    return source.unread(rest)
  }
  const call = write.call()
  call.name(name)
  const next = yield* peekSolid(source)
  if (next === '{' || next === '') yield* readArguments(reading, call, bounds(source.recorded))
  else yield* readWords(reading, call)
}

const bounds = (opener: string) => ({ opener, closers: [CLOSE], barriers: [OPEN] })

/** The known tool that a tag names, or its first word; undefined when it is none: then the mark was only mentioned. */
function* nameIn({ source, tools }: Reading): Step<string | undefined> {
  const { found, text } = yield* source.run(new HeadText(HEAD_ENDS, MOST_HEAD))
  if (found?.text !== '>') {
    if (found) source.giveBack(found.text)
    return undefined
  }
  const label = text.trim()
  if (findTool(tools, label)) return label
  if (label !== KIND) return undefined
  yield* peekSolid(source)
  const { word } = yield* source.run(new WordReader())
  return findTool(tools, word)?.name
}

/** Words that nothing ends broke off. */
function* readWords(reading: Reading, call: CallWriter): Step {
  yield* readPlainInput(reading, call, { ends: WORDS_END, tails: [CLOSE], mustEnd: true })
}
