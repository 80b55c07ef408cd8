import { say } from '../canonical/words.ts'
import type { CallWriter } from '../engine/call-writer.ts'
import { findTool } from '../engine/known-tool.ts'
import { MarkSet } from '../engine/marks.ts'
import type { Opening } from '../engine/prose.ts'
import { HeadText, Here, peek, peekSolid, type Step, take, UntilMark } from '../engine/readers.ts'
import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import { readJsonBlock } from '../shapes/json/json-block.ts'
import { argumentsJson } from '../shapes/json/json-spellings.ts'
import { readArguments } from '../shapes/named/named-calls.ts'
import { readPlainInput } from '../shapes/named/plain-input.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { unreadable } from '../shapes/reading/salvage.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'

const LABELS = ['Thought:', 'Action:', 'Final Answer:', 'Observation:']
const INPUT = 'Action Input:'
const MOST_NAME = 128
/** A label counts only where a line begins. */
const LINES = LABELS.map((label) => sequenceMark(label, ['\n', SPACE, label]))
const FIRST = new MarkSet(LABELS.map((label) => sequenceMark(label, [label])))
const NEXT = new MarkSet(LINES)
const NAME_ENDS = new MarkSet(['\n'])
const INPUT_LABEL = new MarkSet([INPUT])

/**
 * Labelled lines, for any model that can be prompted.
 *
 *     Thought: I need the book.
 *     Action: find_book
 *     Action Input: {"title": "Momo"}
 */
export const react = shapeDialect(
  {
    id: 'react',
    title: 'ReAct',
    speakers: [],
    results: { each: 'Observation: $result', between: '\n' },
    stop: ['\nObservation:'],
    lesson: taught({
      intro: [
        '### Tools',
        'Work in labelled lines. Write what you think after `Thought:`. To use a tool, write its name after `Action:` and its',
        'arguments as a JSON object after `Action Input:`, then stop. When you know the answer, write it after `Final Answer:`.',
      ].join('\n'),
      tool: asObject,
      each: '#### $name\n$tool',
      call: `Thought: {why}\nAction: {tool name}\n${INPUT} {object with the arguments}`,
      result: 'Observation: {what the tool returned}',
    }),
    patience: 160,
  },
  {
    marks: [...LABELS, INPUT],
    signs: (tools) => tools.map(({ name }) => ['Action:', SPACE, name, SPACE, INPUT]),
    format: (calls) => calls.map((call) => `Action: ${call.name}\n${INPUT} ${argumentsJson(call)}`).join('\n'),

    *parse(reading) {
      const { source, prose, write } = reading
      let opening: Opening | undefined = prose.thinking ? undefined : (yield* source.run(new Here(FIRST))).found
      for (;;) {
        opening ??= yield* prose.until(LINES)
        if (opening === undefined) return
        const { id: label } = opening.mark
        let next: Opening | undefined
        if (label === 'Action:') {
          yield* readAction(reading, opening.text)
          // The line break behind the arguments belongs to the call.
          next = (yield* source.run(new Here(FIRST))).found
        } else if (label === 'Thought:') {
          write.closeProse()
          next = (yield* source.run(new UntilMark(NEXT, write.reasoning))).found
          write.closeProse()
        } else if (label === 'Final Answer:') write.closeProse()
        else yield* readObservation(reading, opening.text)
        opening = next
      }
    },
  },
  { results: ['Observation:'] },
)

function* readAction(reading: Reading, opener: string): Step {
  const { source, write, tools } = reading
  source.record(opener)
  const next = yield* peekSolid(source)
  const bounds = { closers: [], barriers: LINES }
  if (next === '{' || next === '`') return yield* readJsonBlock(reading, { ...bounds, opener: source.takeRecord() })
  const { text, found } = yield* source.run(new HeadText(NAME_ENDS, MOST_NAME))
  const name = text.trim()
  const labelled = found !== undefined && (yield* takeInputLabel(reading))
  if (!/^[\w.:-]+$/.test(name) || !(labelled || findTool(tools, name))) {
    write.text(opener)
    return source.unread(source.takeRecord().slice(opener.length))
  }
  const call = write.call()
  call.name(name)
  if (!labelled) return yield* endWithoutInput(reading, call)
  const first = yield* peekSolid(source)
  if (first === '{' || first === '`') yield* readArguments(reading, call, { ...bounds, opener: source.recorded })
  else yield* readPlainInput(reading, call, { ends: NEXT, tails: [] })
}

/** Words where the label should be may be the input. */
function* endWithoutInput({ source }: Reading, call: CallWriter): Step {
  const label = yield* take(source, FIRST)
  source.giveBack(label ?? '')
  if (label ?? (yield* peek(source)) === '') call.end(source.takeRecord())
  else call.broken(source.takeRecord(), unreadable(say('call.arguments-missing')))
}

/** What the model says a tool has returned is only words; a label that nothing follows only ended its turn. */
function* readObservation({ source, write }: Reading, label: string): Step {
  source.record(label)
  const next = yield* peekSolid(source)
  const text = source.takeRecord()
  if (next !== '' || !write.called) write.text(text)
  else write.closeProse()
}

function* takeInputLabel({ source }: Reading): Step<boolean> {
  yield* peekSolid(source)
  return (yield* take(source, INPUT_LABEL)) !== undefined
}
