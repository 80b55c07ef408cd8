import type { ToolSpec } from '../canonical/message.ts'
import { findTool } from '../engine/known-tool.ts'
import { MarkSet, specialTokens } from '../engine/marks.ts'
import { peekSolid, type Step, take, UntilMark } from '../engine/readers.ts'
import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { namedCallReader, readArguments } from '../shapes/named/named-calls.ts'
import { namedDialect } from '../shapes/named/named-dialect.ts'
import { readPlainInput } from '../shapes/named/plain-input.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { asFunction, asTypeScript } from '../shapes/tools/tool-spellings.ts'

const FUNCTION = '<function='
const CLOSE = '</function>'
const PYTHON = '<|python_tag|>'
const TURN_ENDS = ['<|eom_id|>', '<|eot_id|>']
const CODE_END = new MarkSet([FUNCTION, PYTHON, ...TURN_ENDS])
/** What a tool is called that takes the code behind the tag. */
const INTERPRETERS = ['python', 'code_interpreter', 'ipython']
const readNamed = namedCallReader({
  openers: [FUNCTION],
  separators: ['>'],
  closers: [CLOSE],
  head: (text) => (/^[\w.-]+$/.test(text) ? { name: text } : undefined),
})
const functionary = {
  results: { each: '<|start_header_id|>tool<|end_header_id|>\n\n$result<|eot_id|>' },
  stop: ['<|start_header_id|>tool<|end_header_id|>'],
}

/**
 *     <function=find_book>{"title": "Momo"}</function>
 *     <|python_tag|>print(1 + 1)
 */
export const functionaryV31 = namedDialect(
  {
    ...functionary,
    id: 'functionary-v3.1',
    title: 'Functionary 3.1',
    speakers: ['Functionary 3.1'],
    calls: { call: '<function=$name>$input</function>' },
    // Only the character behind the name tells it from dialects with an element for every parameter.
    signs: () => [[FUNCTION, WORD, '>', SPACE, '{']],
    lesson: {
      paragraphs: [
        'You have access to these functions:\n\n$tools',
        'To call one, write its name in the tag and its arguments as a JSON object, an element for each call:\n$call',
      ],
      tool: asFunction,
      each: "Use the function '$name' to: $description\n$tool",
      betweenTools: '\n\n',
      examples: [{ name: '{name}', input: '{object with the arguments}' }],
    },
    turns: [PYTHON, ...TURN_ENDS],
    frames: TURN_ENDS,
  },
  {},
  {
    *parse(reading) {
      const interpreter = INTERPRETERS.find((name) => reading.tools.some((tool) => tool.name === name))
      const marks = [FUNCTION, ...(interpreter === undefined ? [] : [PYTHON])]
      for (;;) {
        const opening = yield* reading.prose.until(marks)
        if (opening === undefined) return
        if (opening.text === PYTHON) yield* readCode(reading, interpreter ?? '')
        else yield* readNamed(reading, opening)
      }
    },
  },
)

/** Code is not written as arguments: all of it, up to the end of the turn, is the one argument. */
function* readCode(reading: Reading, interpreter: string): Step {
  reading.source.record(PYTHON)
  const call = reading.write.call()
  call.name(interpreter)
  yield* readPlainInput(reading, call, { ends: CODE_END, tails: TURN_ENDS })
}

const TURN = sequenceMark('turn', ['>>>', WORD, '\n'])
const STRAY = specialTokens(['<|start_header_id|>', '<|end_header_id|>', ...TURN_ENDS])
const TURNS = new MarkSet([TURN, ...STRAY])
const TO_ALL = [sequenceMark('first', ['all\n']), sequenceMark('all', ['>>>all\n'])]

/**
 * A line for the recipient; what it says to `all` is the answer. The prompt has written the first `>>>`.
 *
 *     all
 *     Looking.>>>find_book
 *     {"title": "Momo"}
 */
export const functionaryV32 = namedDialect(
  {
    ...functionary,
    id: 'functionary-v3.2',
    title: 'Functionary 3.2',
    speakers: ['Functionary 3.2', 'Functionary 3.0'],
    calls: { call: '>>>$name\n$input' },
    signs: () => [],
    lesson: {
      paragraphs: [
        '// Supported function definitions that should be called when necessary.\nnamespace functions {\n\n$tools\n\n} // namespace functions',
        'Begin every message with `>>>` and its recipient on a line: `all` for what you say, the name of a function for a call, with its arguments as a JSON object below:',
        '$call',
      ],
      tool: asTypeScript,
      betweenTools: '\n\n',
      examples: [{ name: '{name}', input: '{object with the arguments}' }],
    },
    turns: ['>>>'],
    frames: TO_ALL,
    reasoning: [],
    patience: 100,
  },
  {},
  {
    *parse(reading) {
      const { source, write, tools } = reading
      let turn = yield* take(source, firstLines(tools))
      for (;;) {
        const recipient = turn?.replace('>>>', '').trim() ?? 'all'
        if (recipient === 'all') write.closeProse()
        else if (turn !== undefined) yield* readTurn(reading, turn, recipient)
        const { found } = yield* source.run(new UntilMark(TURNS, write.text))
        if (found === undefined) return
        const stray = STRAY.includes(found.mark)
        if (stray) write.frame(found.text)
        if (stray) write.closeProse()
        turn = stray ? undefined : found.text
      }
    },
  },
)

/** The first line follows the prompt's own mark, so only a known tool can be told from an answer. */
function firstLines(tools: readonly ToolSpec[]): MarkSet {
  return new MarkSet([...TO_ALL, TURN, ...tools.map(({ name }) => sequenceMark('tool', [`${name}\n`]))])
}

function* readTurn(reading: Reading, turn: string, recipient: string): Step {
  const { source, write, tools } = reading
  source.record(turn)
  // `>>>` and a word may be a prompt in an answer about Python.
  if (recipient === '' || ((yield* peekSolid(source)) !== '{' && !findTool(tools, recipient)))
    return write.text(source.takeRecord())
  const call = write.call()
  call.name(recipient)
  yield* readArguments(reading, call, { opener: turn, closers: [], barriers: [TURN] })
}
