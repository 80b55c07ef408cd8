import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { defineDialect } from '../define-dialect.ts'
import { findTool } from '../toolkit/known-tool.ts'
import { MarkSet } from '../toolkit/marks.ts'
import { namedCallReader, readArguments } from '../toolkit/named-calls.ts'
import { readPlainInput } from '../toolkit/plain-input.ts'
import { peekSolid, type Step, take } from '../toolkit/read-json.ts'
import { UntilMark } from '../toolkit/readers.ts'
import type { Reading } from '../toolkit/reading.ts'
import { SPACE, sequenceMark, WORD } from '../toolkit/sequence-mark.ts'
import { choiceLines } from '../toolkit/tool-list.ts'
import { declareTool } from '../toolkit/typescript-tools.ts'
import { argumentsJson, toolJson } from '../toolkit/write-calls.ts'

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
const RESULT = '<|start_header_id|>tool<|end_header_id|>'

/**
 *     <function=find_book>{"title": "Momo"}</function>
 *     <|python_tag|>print(1 + 1)
 */
export const functionaryV31 = defineDialect({
  id: 'functionary-v3.1',
  title: 'Functionary 3.1',
  speakers: ['Functionary 3.1'],
  markup: [FUNCTION, CLOSE, PYTHON, '<|start_header_id|>', '<|end_header_id|>', ...TURN_ENDS],
  openers: [FUNCTION],
  // Only the character behind the name tells it from dialects with an element for every parameter.
  signs: () => [[FUNCTION, WORD, '>', SPACE, '{']],
  frames: TURN_ENDS,
  stop: [RESULT],
  instruct: (tools, choice) =>
    [
      `You have access to these functions:\n\n${tools.map((tool) => `Use the function '${tool.name}' to: ${tool.description}\n${toolJson(tool)}`).join('\n\n')}`,
      `To call one, write its name in the tag and its arguments as a JSON object, an element for each call:\n${FUNCTION}{name}>{object with the arguments}${CLOSE}`,
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) => calls.map((call) => `${FUNCTION}${call.name}>${argumentsJson(call)}${CLOSE}`).join(''),
  formatResults: (results) => results.map((result) => `${RESULT}\n\n${resultText(result)}<|eot_id|>`).join(''),

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
})

/** Code is not written as arguments: all of it, up to the end of the turn, is the one argument. */
function* readCode(reading: Reading, interpreter: string): Step {
  reading.source.record(PYTHON)
  const call = reading.write.call()
  call.name(interpreter)
  yield* readPlainInput(reading, call, { ends: CODE_END, tails: TURN_ENDS })
}

const TURN = sequenceMark('turn', ['>>>', WORD, '\n'])
const TURNS = new MarkSet([TURN])
const TO_ALL = [sequenceMark('first', ['all\n']), sequenceMark('all', ['>>>all\n'])]

/**
 * A line for the recipient; what it says to `all` is the answer. The prompt has written the first `>>>`.
 *
 *     all
 *     Looking.>>>find_book
 *     {"title": "Momo"}
 */
export const functionaryV32 = defineDialect({
  id: 'functionary-v3.2',
  title: 'Functionary 3.2',
  speakers: ['Functionary 3.2', 'Functionary 3.0'],
  markup: ['>>>', '<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>'],
  frames: TO_ALL,
  signs: () => [],
  reasoning: [],
  patience: 100,
  stop: [RESULT],
  instruct: (tools, choice) =>
    [
      `// Supported function definitions that should be called when necessary.\nnamespace functions {\n\n${tools.map((tool) => declareTool(tool, { indent: '' })).join('\n\n')}\n\n} // namespace functions`,
      'Begin every message with `>>>` and its recipient on a line: `all` for what you say, the name of a function for a call, with its arguments as a JSON object below:',
      '>>>{name}\n{object with the arguments}',
      ...choiceLines(choice),
    ].join('\n\n'),
  formatCalls: (calls) => calls.map((call) => `>>>${call.name}\n${argumentsJson(call)}`).join(''),
  formatResults: (results) => results.map((result) => `${RESULT}\n\n${resultText(result)}<|eot_id|>`).join(''),

  *parse(reading) {
    const { source, write, tools } = reading
    let turn = yield* take(source, firstLines(tools))
    for (;;) {
      const recipient = turn?.replace('>>>', '').trim() ?? 'all'
      if (recipient === 'all') write.closeProse()
      else if (turn !== undefined) yield* readTurn(reading, turn, recipient)
      const { found } = yield* source.run(new UntilMark(TURNS, write.text))
      if (found === undefined) return
      turn = found.text
    }
  },
})

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
