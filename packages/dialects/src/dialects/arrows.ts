import { say } from '../canonical/words.ts'
import type { CallWriter } from '../engine/call-writer.ts'
import { Damage } from '../engine/damage.ts'
import { MarkSet } from '../engine/marks.ts'
import { peekSolid, type Step, take, WordReader } from '../engine/readers.ts'
import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import type { Source } from '../engine/source.ts'
import { readInput } from '../shapes/json/call-shape.ts'
import { closeBlock } from '../shapes/json/json-block.ts'
import { expect, readWholeText } from '../shapes/json/read-json.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { readPythonValue } from '../shapes/python/python-value.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { endDamaged, unreadable } from '../shapes/reading/salvage.ts'
import { taught } from '../shapes/shape-dialect.ts'
import { asObject } from '../shapes/tools/tool-spellings.ts'
import { InputWriter } from '../shapes/values/input-writer.ts'

const CLOSE = '[/TOOL_CALL]'
const HEAD = ['[TOOL_CALL]', SPACE, '{', SPACE, 'tool', SPACE, '=>'] as const
const OPENER = sequenceMark('arrows', HEAD)
const ARGUMENTS = new MarkSet([sequenceMark('arguments', ['args', SPACE, '=>'])])
const COMMA = new MarkSet([','])
const KEY_END = new MarkSet(['=>', ':', '='])

/**
 * What MiniMax and others fall back to where a native call leaks: arrows for colons, and arguments as of a command:
 *
 *     [TOOL_CALL]
 *     {tool => "find_book", args => {
 *       --title "Momo"
 *     }}
 *     [/TOOL_CALL]
 */
export const arrows = namedDialect(
  {
    id: 'arrows',
    title: 'Arrows',
    speakers: [],
    calls: { call: `[TOOL_CALL]\n{tool => "$name", args => $input}\n${CLOSE}`, between: '\n' },
    results: { each: '[TOOL_RESULT]\n$result\n[/TOOL_RESULT]', between: '\n' },
    lesson: taught({
      intro: 'To use a tool, write this block, then stop. The arguments are a JSON object.',
      tool: asObject,
      examples: [{ name: 'tool_name', input: '{"parameter": "value"}' }],
      result: '[TOOL_RESULT]\nthe result\n[/TOOL_RESULT]',
    }),
    signs: () => [HEAD],
    patience: 200,
  },
  {},
  {
    *parse(reading) {
      for (let opening = yield* reading.prose.until([OPENER]); opening; opening = yield* reading.prose.until([OPENER]))
        yield* readCall(reading, opening.text)
    },
  },
)

function* readCall(reading: Reading, opener: string): Step {
  const { source, write } = reading
  source.record(opener)
  const call = write.call()
  const bounds = { opener, closers: [CLOSE], barriers: [OPENER] }
  try {
    yield* peekSolid(source)
    call.name(yield* readWholeText(source))
    yield* readAllArguments(reading, call)
    yield* expect(source, '}')
    yield* closeBlock(reading, bounds, call)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    call.broken((yield* endDamaged(reading, bounds)).text, unreadable(error.sentence))
  }
}

function* readAllArguments({ source }: Reading, call: CallWriter): Step {
  yield* peekSolid(source)
  yield* take(source, COMMA)
  const next = yield* peekSolid(source)
  if (next === '}') return
  if ((yield* take(source, ARGUMENTS)) === undefined) throw new Damage(say('call.arguments-missing'))
  yield* expect(source, '{')
  if (/["}]/.test(yield* peekSolid(source))) {
    source.giveBack(source.recorded.slice(source.recorded.lastIndexOf('{')))
    return yield* readInput(source, call)
  }
  const input = new InputWriter(call)
  while ((yield* peekSolid(source)) !== '}') yield* readArgument(source, call, input)
  yield* expect(source, '}')
  input.close()
}

/** `--title "Momo"`, `title => "Momo"`: a word with neither is part of something that was not quoted. */
function* readArgument(source: Source, call: CallWriter, input: InputWriter): Step {
  const { word } = yield* source.run(new WordReader())
  const key = word.replace(/^--/, '')
  const next = yield* peekSolid(source)
  const ended = (yield* take(source, KEY_END)) !== undefined
  if (key === '' || (key === word && !ended)) throw new Damage(say('call.mark-expected', { mark: '=>', next }))
  input.start(key)
  yield* readPythonValue(source, (json) => call.input(json))
  yield* peekSolid(source)
  yield* take(source, COMMA)
}
