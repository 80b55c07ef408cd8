import { writeExactly } from '../canonical/exact-numbers.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { MarkSet, specialTokens } from '../engine/marks.ts'
import { nameAhead } from '../engine/name-ahead.ts'
import { HeadText, type Step, UntilMark } from '../engine/readers.ts'
import { readJsonBlock } from '../shapes/json/json-block.ts'
import { sortedJson } from '../shapes/json/json-spellings.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { shapeDialect } from '../shapes/shape-dialect.ts'
import { fill } from '../shapes/template.ts'
import { toolSpelling } from '../shapes/tools/tool-spellings.ts'

const BLOCK = '<|message_model|>'
const TEXT = '<|content_text|>'
const THINKING = '<|content_thinking|>'
const CALL = '<|content_invoke_tool_json|>'
const CALL_IN_WORDS = '<|content_invoke_tool_text|>'
const ENDS = ['<|end_message|>', '<|content_model_end_sampling|>']
const KINDS = [TEXT, THINKING, CALL, CALL_IN_WORDS]
const RESULT = '<|message_tool|>'
const SYSTEM = '<|message_system|>'
const RESULT_ERROR = '<|content_tool_error|>'
const TOKENS = [BLOCK, ...KINDS, ...ENDS, RESULT, RESULT_ERROR, SYSTEM, '<|message_user|>', '<|content_xml|>']
const MARKS = new MarkSet([BLOCK, ...KINDS, ...ENDS, ...specialTokens(TOKENS)])
const MOST_AUTHOR = 160
const BLOCK_OF_CALL = `${BLOCK}$name${CALL}{"name":$key,"args":$input}${ENDS[0]}`

/**
 * Every block says its kind; the author before a call is its tool, but what the JSON says counts.
 *
 *     <|content_thinking|>plan<|end_message|>
 *     <|message_model|>find_book<|content_invoke_tool_json|>{"name": "find_book", "args": {"title": "Momo"}}<|end_message|>
 */
export const inkling = shapeDialect(
  {
    id: 'inkling',
    title: 'Inkling',
    speakers: ['Inkling'],
    results: { each: `${RESULT}$name${TEXT}$result${ENDS[0]}` },
    stop: [RESULT],
    lesson: {
      paragraphs: [
        'To call a tool, write a block for each call:',
        '$call',
        '$choice',
        `${SYSTEM}tool_declare<|content_xml|>[$tools]${ENDS[0]}`,
      ],
      tool: toolSpelling('sorted', ({ name, description, parameters }) =>
        sortedJson({ name, description, parameters, type: 'function' }),
      ),
      betweenTools: ',',
      examples: [{ name: '{tool name}', key: '"{tool name}"', input: '{object with the arguments}' }],
    },
    reasoning: [],
    patience: MOST_AUTHOR + 48,
  },
  {
    marks: TOKENS,
    openers: [BLOCK, CALL, THINKING],
    format: (calls) =>
      calls
        .map((call) =>
          fill(BLOCK_OF_CALL, { name: call.name, key: JSON.stringify(call.name), input: writeExactly(call, sortedJson) }),
        )
        .join(''),
    example: (examples) => examples.map((slots) => fill(BLOCK_OF_CALL, slots)).join(''),

    *parse(reading) {
      const { source, write } = reading
      // The prompt may have begun the block, so the answer begins with its author.
      const author = yield* nameAhead(source, [CALL])
      let thinking = author !== '' && (yield* readAuthor(reading, ''))
      for (;;) {
        const sink: (text: string) => void = thinking ? write.reasoning : write.text
        const reader: UntilMark = yield* source.run(new UntilMark(MARKS, sink))
        if (reader.found) write.frame(reader.found.text)
        write.closeProse()
        if (!reader.found) return
        thinking = yield* readBlock(reading, reader.found.text)
      }
    },
  },
  {
    // A failure has a kind of its own.
    formatResults: (results) =>
      results
        .map((result) => `${RESULT}${result.name}${result.outcome === 'ok' ? TEXT : RESULT_ERROR}${resultText(result)}${ENDS[0]}`)
        .join(''),
  },
)

/** What opens or ends a block. Returns whether thoughts follow. */
function* readBlock(reading: Reading, mark: string): Step<boolean> {
  return yield* mark === BLOCK ? readAuthor(reading, mark) : readKind(reading, mark, mark)
}

/** From behind what begins a block, which the prompt may have written. */
function* readAuthor(reading: Reading, begun: string): Step<boolean> {
  const { source, write } = reading
  source.record('')
  const { found, text } = yield* source.run(new HeadText(MARKS, MOST_AUTHOR))
  const read = source.takeRecord()
  if (found?.text === CALL) return yield* readKind(reading, CALL, `${begun}${read}`)
  if (found === undefined || !KINDS.includes(found.text)) {
    // Without a kind it is the beginning of an answer.
    source.unread(read)
    return false
  }
  write.text(text)
  write.closeProse()
  return yield* readKind(reading, found.text, found.text)
}

function* readKind(reading: Reading, kind: string, opener: string): Step<boolean> {
  // A tool that was invoked in words is not one of ours: they stay words.
  if (kind === CALL) yield* readJsonBlock(reading, { opener, closers: ENDS, barriers: [BLOCK, CALL] })
  return kind === THINKING
}
