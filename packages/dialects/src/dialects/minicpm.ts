import { SPACE, sequenceMark, WORD } from '../engine/sequence-mark.ts'
import { pythonDialect, pythonLesson } from '../shapes/python/python-dialect.ts'
import { readMarkedCalls } from '../shapes/python/read-python.ts'
import { tagsDialect } from '../shapes/tags/tags-dialect.ts'
import { pythonFunction, pythonParameters } from '../shapes/tools/python-tools.ts'
import { asFunction, toolSpelling } from '../shapes/tools/tool-spellings.ts'

/**
 * No wrapper; values with markup or line breaks in a CDATA section:
 *
 *     <function name="find_book"><param name="title"><![CDATA[A & B]]></param></function>
 */
export const minicpm5 = tagsDialect({
  id: 'minicpm5',
  title: 'MiniCPM 5',
  speakers: ['MiniCPM5'],
  calls: {
    call: '<function name="$name">$parameters</function>',
    parameter: '<param name="$key">$value</param>',
    between: '\n',
    cdata: '<&\n',
    wrappers: ['arguments'],
    runTogether: true,
  },
  results: { each: '<tool_response>\n$result\n</tool_response>', as: 'text', between: '\n' },
  lesson: {
    paragraphs: [
      '# Tools',
      '<tools>\n$tools\n</tools>',
      'To call a function, write it like this and wait for the result:',
      '$call',
      'A value with `<`, `&` or a line break goes between `<![CDATA[` and `]]>`. Lists and objects are written as JSON.',
    ],
    tool: asFunction,
    examples: [{ name: 'function_name', key: 'parameter_name', value: 'value' }],
  },
  turns: ['<|im_start|>', '<|im_end|>'],
  patience: 640,
})

/** A function whose documentation says what fields it takes. */
const asFields = toolSpelling('python-fields', (tool) => {
  const parameters = pythonParameters(tool)
  const head = parameters.map(({ name, required }) => (required ? name : `${name}=None`)).join(', ')
  const fields = parameters.map(({ name, type, required, description }) => {
    const preset = description === '' ? '' : ` = Field(${required ? '...' : 'None'}, description=${JSON.stringify(description)})`
    return `    ${name}: ${required ? type : `Optional[${type}]`}${preset}`
  })
  return pythonFunction(`${tool.name}(${head})`, [tool.description, ...(fields.length > 0 ? ['', 'Args:', ...fields] : [])])
})

const lesson = pythonLesson('```python\n$tools\n```', asFields, '\n\n')
const thoughtLesson = {
  ...lesson,
  paragraphs: lesson.paragraphs.map((text) => text.replace('$call', '<|thought_start|>\nwhy\n<|thought_end|>\n$call')),
}

/**
 * A fenced list between the tokens of LFM2, with thinking in tokens of its own:
 *
 *     <|tool_call_start|>
 *     ```python
 *     find_book(title="Momo")
 *     ```
 *     <|tool_call_end|>
 */
export const minicpm3 = pythonDialect(
  {
    id: 'minicpm3',
    title: 'MiniCPM 3',
    speakers: ['MiniCPM3'],
    calls: { section: ['<|tool_call_start|>\n```python\n', '\n```\n<|tool_call_end|>'], between: '\n' },
    signs: () => [['<|tool_call_start|>', SPACE, '```']],
    results: { each: '<|im_start|>tool\n$result<|im_end|>', between: '\n' },
    lesson: thoughtLesson,
    turns: ['```python', '```'],
    frames: ['<|tool_call_end|>'],
    reasoning: [{ open: '<|thought_start|>', close: '<|thought_end|>' }],
  },
  {
    *parse(reading) {
      const fenced = sequenceMark('in-fence', ['<|tool_call_start|>', SPACE, '```', WORD, '\n'])
      const openers = [fenced, '<|tool_call_start|>']
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        yield* readMarkedCalls(reading, opening.text, opening.mark === fenced ? '```' : '<|tool_call_end|>')
        opening = yield* reading.prose.until(openers)
      }
    },
  },
)
