import type { ToolSpec } from '../canonical/message.ts'
import { say } from '../canonical/words.ts'
import { withoutNamespace } from '../engine/known-tool.ts'
import { literalMark, type Mark, MarkSet, MORE, NO, specialTokens } from '../engine/marks.ts'
import type { Opening } from '../engine/prose.ts'
import { HeadText, Here, peekSolid, type Step, UntilMark } from '../engine/readers.ts'
import { SPACE, sequenceMark, withLead, wordsMarks } from '../engine/sequence-mark.ts'
import { argumentsJson } from '../shapes/json/json-spellings.ts'
import { readArguments } from '../shapes/named/named-calls.ts'
import { readPlainInput } from '../shapes/named/plain-input.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { unreadable } from '../shapes/reading/salvage.ts'
import { shapeDialect } from '../shapes/shape-dialect.ts'
import { fill } from '../shapes/template.ts'
import { asTypeScript } from '../shapes/tools/tool-spellings.ts'

const START = '<|start|>'
const CHANNEL = '<|channel|>'
const CONSTRAIN = '<|constrain|>'
const MESSAGE = '<|message|>'
const ENDS = ['<|end|>', '<|call|>', '<|return|>']
const MOST_HEADER = 320
const HEADER_ENDS = new MarkSet([MESSAGE, START, ...ENDS])
const BODY_ENDS = new MarkSet([...ENDS, START, CHANNEL])

const TOKENS = [START, CHANNEL, CONSTRAIN, MESSAGE, ...ENDS]
/** What belongs to no header is dropped. */
const STRAY = specialTokens(TOKENS)
const CHANNELS = ['analysis', 'commentary', 'final']
/** Recipients that are no tool. */
const NOBODY = ['assistant', 'user', 'all', 'self']
/** Headers that say nothing beside their channel and whom a message is for, in any order, whole or as a prompt that ended within them leaves them. */
const HEADERS = wordsMarks(
  'header',
  [START, CHANNEL, CONSTRAIN, 'assistant', ...CHANNELS, ...NOBODY.map((name) => `to=${name}`), 'json', ' ', '\n'],
  MESSAGE,
)
const PLAIN_HEADERS = HEADERS.filter(({ lead }) => lead === '<')
const FIRST_WORDS = ['to=', ' to=', 'commentary to=', `assistant${CHANNEL}`]

/**
 * Where special tokens are skipped, this is left of an answer, words of headers and of sentences in one:
 *
 *     analysisI need the book.assistantcommentary to=functions.find_book json{"title": "Momo"}
 *     analysisThey greet.assistantfinalHello.
 */
const GLUED: Mark = {
  ...literalMark('analysis'),
  match(text, at, ended) {
    const length = literalMark('analysis').match(text, at, ended)
    if (length < 0) return length
    const next = text.charAt(at + length)
    if (next === '') return MORE
    return /[\p{Lu}\p{Lo}]/u.test(next) ? length : NO
  },
}
const GLUED_FINAL = sequenceMark('final', ['assistantfinal'])

const CALL = `${START}assistant${CHANNEL}commentary to=functions.$name ${CONSTRAIN}json${MESSAGE}$input<|call|>`

/**
 * Every message names its channel, and a call its recipient. What is thought stands in `analysis`.
 *
 *     <|channel|>analysis<|message|>Need the book.<|end|>
 *     <|start|>assistant<|channel|>commentary to=functions.find_book <|constrain|>json<|message|>{"title": "Momo"}<|call|>
 */
export const harmony = shapeDialect(
  {
    id: 'harmony',
    title: 'Harmony',
    speakers: ['gpt-oss', 'LLM-jp 4'],
    results: { each: `${START}functions.$name to=assistant${CHANNEL}commentary${MESSAGE}$result<|end|>`, as: 'json' },
    stop: ['<|start|>functions.'],
    lesson: {
      paragraphs: [
        '# Tools\n\n## functions\n\nnamespace functions {\n\n$tools\n\n} // namespace functions',
        'Calls go to the commentary channel, one message each, and end your turn:\n$call',
      ],
      tool: asTypeScript,
      betweenTools: '\n\n',
      examples: [{ name: '{name}', input: '{arguments as a JSON object}' }],
    },
    frames: [...HEADERS, GLUED, GLUED_FINAL],
    reasoning: [],
    patience: 400,
  },
  {
    marks: TOKENS,
    openers: [START, CHANNEL],
    format: (calls) => calls.map((call) => fill(CALL, { name: call.name, input: argumentsJson(call) })).join(''),
    example: (examples) => examples.map((slots) => fill(CALL, slots)).join(''),

    *parse(reading) {
      const { source, write } = reading
      const stripped = strippedCalls(reading.tools)
      let marks = new MarkSet([...PLAIN_HEADERS, START, CHANNEL, ...ENDS, ...stripped, ...STRAY])
      let found = (yield* source.run(new Here(new MarkSet([...HEADERS, ...FIRST_WORDS, ...stripped, GLUED])))).found
      if (found?.mark === GLUED) marks = new MarkSet([GLUED_FINAL, ...stripped.slice(0, 1)])
      let thinking = false
      for (;;) {
        if (found) {
          write.closeProse()
          const stray = STRAY.includes(found.mark) || found.text === MESSAGE
          thinking = stray ? thinking : channelIn(found) === 'analysis'
          if (found.mark.id === 'stripped') {
            source.unread('{')
            source.record(found.text.slice(0, -1))
            yield* readBody(reading, recipientIn(found.text))
          } else if (!stray && found.mark.id !== 'header' && !CHANNELS.includes(found.mark.id) && !ENDS.includes(found.text))
            thinking = yield* readMessage(reading, found.text)
        }
        found = (yield* source.run(new UntilMark(marks, thinking ? write.reasoning : write.text))).found
        if (!found) return
      }
    },
  },
)

/** Where special tokens are skipped, this is left of a call: `assistantcommentary to=functions.find_book json{`. */
function strippedCalls(tools: readonly ToolSpec[]): readonly Mark[] {
  return ['assistantcommentary to=functions.', 'commentary to=functions.', ' to=functions.'].flatMap((lead) => {
    const [first, ...others] = tools.flatMap(({ name }) => [
      sequenceMark('stripped', [`${lead}${name}`, SPACE, 'json', SPACE, '{']),
      sequenceMark('stripped', [`${lead}${name}`, SPACE, '{']),
    ])
    return first ? [withLead(lead, [first, ...others])] : []
  })
}

/** A header that is not plain, and the call behind it. Returns whether the message that begins there is a thought. */
function* readMessage(reading: Reading, opener: string): Step<boolean> {
  const { source, write } = reading
  source.record(opener)
  const { found, text } = yield* source.run(new HeadText(HEADER_ENDS, MOST_HEADER))
  const recipient = recipientIn(opener + text)
  if (found?.text !== MESSAGE) {
    const rest = source.takeRecord().slice(opener.length)
    if (!found && source.ended && recipient !== '') write.call().broken(opener + rest, unreadable(say('call.in-header')))
    else {
      write.text(opener)
      source.unread(rest)
    }
    return false
  }
  if (recipient !== '') {
    yield* readBody(reading, recipient)
    return false
  }
  // A header with something odd in it is not dropped; where the channel is clear, it does not disturb the answer.
  const channel = /\bto=/.test(text) ? undefined : CHANNELS.find((name) => text.includes(name))
  if (channel) write.reasoning(source.takeRecord())
  else write.text(source.takeRecord())
  if (channel && channel !== 'analysis') write.closeProse()
  return channel === 'analysis'
}

/** The channel that a header names last: the others were begun and given up. Undefined when it names none. */
function channelIn({ mark, text }: Opening): string | undefined {
  return mark.id === 'header' ? text.match(/analysis|commentary|final/g)?.at(-1) : mark.id
}

/** The tool that a header addresses; empty when it addresses none. */
function recipientIn(header: string): string {
  const recipient = /\bto=([^\s<{]+)/.exec(header)?.[1] ?? ''
  return NOBODY.includes(recipient) ? '' : recipient
}

function* readBody(reading: Reading, recipient: string): Step {
  const { source, write } = reading
  const opener = source.recorded
  const call = write.call()
  call.name(withoutNamespace(recipient, reading.tools))
  const next = yield* peekSolid(source)
  if (next === '{' || next === '')
    yield* readArguments(reading, call, { opener, closers: [], tails: ENDS, barriers: [START, CHANNEL] })
  else yield* readPlainInput(reading, call, { ends: BODY_ENDS, tails: ENDS })
}
