import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { plainText } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectTraits } from '../dialect.ts'
import { MarkSet } from '../toolkit/marks.ts'
import { formatPythonCalls, readPythonCalls, takeListOpen } from '../toolkit/python-calls.ts'
import { pythonFunction, pythonParameters } from '../toolkit/python-tools.ts'
import { peekSolid, type Step, take } from '../toolkit/read-json.ts'
import type { Reading } from '../toolkit/reading.ts'
import { endAtMark, readOtherForm } from '../toolkit/salvage.ts'
import { SPACE, sequenceMark, WORD } from '../toolkit/sequence-mark.ts'
import { spacedJson } from '../toolkit/spaced-json.ts'
import { bareJson, choiceLines } from '../toolkit/tool-list.ts'

const HEADER = '<|header_start|>ipython<|header_end|>'
/** A turn of its own for each result. */
const turns = (role: string, texts: readonly string[]): string =>
  texts.map((text) => `<|im_start|>${role}\n${text}<|im_end|>`).join('\n')
const CLOSE_LIST = new MarkSet([']'])
const CLOSER_MISSING = { id: 'closing-mark-missing', message: 'The mark that closes the calls was missing.' }

const lesson = (list: string, example: string, choice: readonly string[]): string =>
  [
    '# Tools',
    list,
    'To call functions, end your answer with the calls as Python would write them, every argument by its name, and nothing behind them:',
    example,
    ...choice,
  ].join('\n\n')

const jsonList = (tools: readonly ToolSpec[]): string => `[${tools.map(bareJson).join(', ')}]`

/** A list that begins with the call of a known tool; `[link](address)` does not. */
const listOpeners = (tools: readonly ToolSpec[]) => tools.map(({ name }) => sequenceMark('bare', ['[', SPACE, name, SPACE, '(']))

/**
 * The whole answer is a Python list of calls:
 *
 *     [find_book(title='Momo', year=1973), ping()]
 */
export const llama4Pythonic = defineDialect({
  id: 'llama4-pythonic',
  aliases: ['pythonic', 'toolace', 'bfcl'],
  title: 'Llama 4 (pythonic)',
  speakers: ['Llama 4', 'Llama 3.2', 'ToolACE'],
  markup: ['<|python_start|>', '<|python_end|>', '<|eom|>', '<|header_start|>', '<|header_end|>', '<|eot|>'],
  frames: ['<|python_start|>', '<|python_end|>', '<|eom|>', '<|eot|>'],
  patience: 200,
  signs: listOpeners,
  toolMarkup: (tools) => tools.map(({ name }) => `${name}(`),
  instruct: (tools, choice) =>
    lesson(jsonList(tools), '[function_name(parameter="value"), other_function()]', choiceLines(choice)),
  formatCalls: (calls) => `[${formatPythonCalls(calls).join(', ')}]`,
  stop: [HEADER],
  formatResults: (results) =>
    results.map((result) => `${HEADER}\n\n${spacedJson(JSON.stringify(result.data ?? resultText(result)))}<|eot|>`).join(''),

  *parse(reading) {
    const openers = listOpeners(reading.tools)
    let opening = yield* reading.prose.until(openers)
    while (opening) {
      yield* readBareList(reading, opening.text)
      opening = yield* reading.prose.until(openers)
    }
  },
})

/** A list of calls that nothing stands around. */
function* readBareList(reading: Reading, opening: string): Step {
  const { source } = reading
  source.unread(opening.slice(1))
  source.record('[')
  yield* readPythonCalls(reading, { opener: '[', closers: [], barriers: [] }, function* () {
    yield* peekSolid(source)
    yield* take(source, CLOSE_LIST)
  })
}

/** Calls between two marks, as a Python list, as lines, or as JSON. */
function* readMarkedCalls(reading: Reading, opener: string, close: string): Step {
  const { source, write } = reading
  source.record(opener)
  yield* takeListOpen(reading)
  const next = yield* peekSolid(source)
  if (next === '{') {
    source.giveBack(source.recorded.slice(opener.length))
    return yield* readOtherForm(reading, { opener, closers: [close], barriers: [opener] }, endAtMark)
  }
  if (!/[\p{L}_]/u.test(next)) return write.text(source.takeRecord())
  const closers = new MarkSet([close])
  yield* readPythonCalls(reading, { opener, closers: [close], barriers: [opener] }, function* (call) {
    yield* peekSolid(source)
    yield* take(source, CLOSE_LIST)
    yield* peekSolid(source)
    if ((yield* take(source, closers)) === undefined) call.flaw(CLOSER_MISSING)
  })
}

interface Lfm extends Pick<DialectTraits, 'id' | 'title' | 'speakers'> {
  /** What stands around a result and around the tools. */
  readonly result: readonly [string, string]
  readonly list: readonly [string, string]
  /** Whether the other reads for it where the dialect is not known. Absent: it does not. */
  readonly quiet?: boolean
}

/**
 * A Python list between special tokens:
 *
 *     <|tool_call_start|>[find_book(title="Momo")]<|tool_call_end|>
 */
// @__NO_SIDE_EFFECTS__
function lfm({ result, list, quiet, ...traits }: Lfm): Dialect {
  return defineDialect({
    ...traits,
    markup: [
      '<|tool_call_start|>',
      '<|tool_call_end|>',
      '<|tool_response_start|>',
      '<|tool_response_end|>',
      '<|tool_list_start|>',
      '<|tool_list_end|>',
      '<|im_start|>',
      '<|im_end|>',
    ],
    openers: ['<|tool_call_start|>'],
    ...(quiet && { signs: () => [] }),
    frames: ['<|tool_call_end|>'],
    patience: 200,
    stop: ['<|tool_response_start|>', '<|im_start|>'],
    instruct: (tools, choice) =>
      lesson(
        `List of tools: ${list.join(jsonList(tools))}`,
        '<|tool_call_start|>[function_name(parameter="value")]<|tool_call_end|>',
        choiceLines(choice),
      ),
    formatCalls: (calls) => `<|tool_call_start|>[${formatPythonCalls(calls).join(', ')}]<|tool_call_end|>`,
    formatResults: (results) =>
      turns(
        'tool',
        results.map((one) => result.join(plainText(one))),
      ),
    *parse(reading) {
      const opening = yield* reading.prose.until(['<|tool_call_start|>', ...listOpeners(reading.tools)])
      // Where special tokens are skipped, only the list is left. One behind a call is its echo.
      if (opening?.text.startsWith('[')) yield* readBareList(reading, opening.text)
      else if (opening) yield* readMarkedCalls(reading, opening.text, '<|tool_call_end|>')
      yield* readAllMarked(reading, ['<|tool_call_start|>'], '<|tool_call_end|>')
    },
  })
}

export const lfm2 = lfm({
  id: 'lfm2',
  title: 'LFM2',
  speakers: ['LFM2'],
  result: ['<|tool_response_start|>', '<|tool_response_end|>'],
  list: ['<|tool_list_start|>', '<|tool_list_end|>'],
})

/** The same calls; results and tools without tokens around them. */
export const lfm25 = lfm({ id: 'lfm2.5', title: 'LFM2.5', speakers: ['LFM2.5'], result: ['', ''], list: ['', ''], quiet: true })

/** A function whose documentation says what fields it takes. */
function fieldsOf(tool: ToolSpec): string {
  const parameters = pythonParameters(tool)
  const head = parameters.map(({ name, required }) => (required ? name : `${name}=None`)).join(', ')
  const fields = parameters.map(({ name, type, required, description }) => {
    const preset = description === '' ? '' : ` = Field(${required ? '...' : 'None'}, description=${JSON.stringify(description)})`
    return `    ${name}: ${required ? type : `Optional[${type}]`}${preset}`
  })
  return pythonFunction(`${tool.name}(${head})`, [tool.description, ...(fields.length > 0 ? ['', 'Args:', ...fields] : [])])
}

/** The same tokens around a fenced list, with thinking in tokens of its own. */
export const minicpm3 = defineDialect({
  id: 'minicpm3',
  title: 'MiniCPM 3',
  speakers: ['MiniCPM3'],
  markup: ['<|tool_call_start|>', '<|tool_call_end|>', '```python', '```', '<|im_start|>', '<|im_end|>'],
  signs: () => [['<|tool_call_start|>', SPACE, '```']],
  frames: ['<|tool_call_end|>'],
  reasoning: [{ open: '<|thought_start|>', close: '<|thought_end|>' }],
  instruct: (tools, choice) =>
    lesson(
      `\`\`\`python\n${tools.map(fieldsOf).join('\n\n')}\n\`\`\``,
      '<|thought_start|>\nwhy\n<|thought_end|>\n<|tool_call_start|>\n```python\nfunction_name(parameter="value")\n```\n<|tool_call_end|>',
      choiceLines(choice),
    ),
  formatCalls: (calls) => `<|tool_call_start|>\n\`\`\`python\n${formatPythonCalls(calls).join('\n')}\n\`\`\`\n<|tool_call_end|>`,
  stop: ['<|im_start|>'],
  formatResults: (results) => turns('tool', results.map(resultText)),
  *parse(reading) {
    const fenced = sequenceMark('in-fence', ['<|tool_call_start|>', SPACE, '```', WORD, '\n'])
    const openers = [fenced, '<|tool_call_start|>']
    let opening = yield* reading.prose.until(openers)
    while (opening) {
      yield* readMarkedCalls(reading, opening.text, opening.mark === fenced ? '```' : '<|tool_call_end|>')
      opening = yield* reading.prose.until(openers)
    }
  },
})

/**
 * One call per line, no brackets, no commas:
 *
 *     <function_calls>
 *     find_book(title="Momo")
 *     ping()
 *     </function_calls>
 */
export const olmo3 = defineDialect({
  id: 'olmo3',
  title: 'OLMo 3',
  speakers: ['OLMo 3'],
  markup: ['<function_calls>', '</function_calls>', '<|im_start|>', '<|im_end|>'],
  openers: ['<function_calls>'],
  signs: () => [['<function_calls>', SPACE, WORD, '(']],
  instruct: (tools, choice) =>
    lesson(
      `<functions>${jsonList(tools)}</functions>`,
      '<function_calls>\nfunction_name(parameter="value")\n</function_calls>',
      choiceLines(choice),
    ),
  formatCalls: (calls) => `<function_calls>\n${formatPythonCalls(calls).join('\n')}\n</function_calls>`,
  stop: ['<|im_start|>'],
  formatResults: (results) => turns('environment', results.map(resultText)),
  *parse(reading) {
    yield* readAllMarked(reading, ['<function_calls>'], '</function_calls>')
  },
})

/**
 * A fence with a language of its own:
 *
 *     ```tool_code
 *     find_book(title="Momo")
 *     ```
 */
export const gemma3 = defineDialect({
  id: 'gemma3',
  title: 'Gemma 3 (tool_code)',
  speakers: ['Gemma 3 (by prompt)'],
  markup: ['```tool_code', '```tool_output', '```'],
  openers: ['```tool_code\n'],
  stop: ['```tool_output'],
  instruct: (tools, choice) =>
    lesson(jsonList(tools), '```tool_code\nfunction_name(parameter="value")\n```', choiceLines(choice)),
  formatCalls: (calls) => `\`\`\`tool_code\n${formatPythonCalls(calls).join('\n')}\n\`\`\``,
  formatResults: (results) => results.map((result) => `\`\`\`tool_output\n${plainText(result)}\n\`\`\``).join('\n'),
  *parse(reading) {
    yield* readAllMarked(reading, ['```tool_code\n', '```tool_code\r\n'], '```')
  },
})

function* readAllMarked(reading: Reading, openers: readonly string[], close: string): Step {
  let opening = yield* reading.prose.until(openers)
  while (opening) {
    yield* readMarkedCalls(reading, opening.text, close)
    opening = yield* reading.prose.until(openers)
  }
}
