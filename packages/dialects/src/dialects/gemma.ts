import { writeExactly } from '../canonical/exact-numbers.ts'
import { isJsonObject, type JsonSchema, type JsonValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { plainText } from '../canonical/part.ts'
import type { Dialect, ReasoningMarks } from '../dialect.ts'
import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import { sortedKeys, sortedMembers } from '../shapes/json/json-spellings.ts'
import { type OwnLiterals, readOwnCall } from '../shapes/own/own-literals.ts'
import { pythonDialect, pythonLesson } from '../shapes/python/python-dialect.ts'
import { readAllMarked } from '../shapes/python/read-python.ts'
import { shapeDialect } from '../shapes/shape-dialect.ts'
import { fill } from '../shapes/template.ts'
import { toolSpelling } from '../shapes/tools/tool-spellings.ts'

interface Variant {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  readonly literals: OwnLiterals
  readonly declaration: readonly [string, string]
  readonly response: readonly [string, string]
  readonly reasoning: readonly ReasoningMarks[]
  /** What begins and ends its turns and channels. Absent: nothing is known of it. */
  readonly turns?: readonly string[]
}

/**
 * Keys without quotes, strings between two equal tokens, nothing escaped:
 *
 *     <start_function_call>call:find_book{title:<escape>Momo<escape>,year:1973}<end_function_call>
 */
// @__NO_SIDE_EFFECTS__
function ownLiterals({ id, title, speakers, literals, declaration, response, reasoning, turns = [] }: Variant): Dialect {
  const { open, close, quote } = literals
  const write = (value: JsonValue): string => formatOwn(value, quote)
  const [declare, declared] = declaration
  return shapeDialect(
    {
      id,
      title,
      speakers,
      results: { each: response.join('response:$name$result') },
      lesson: {
        paragraphs: [
          '$tools',
          `To call a function, write $call and wait. Strings stand between two ${quote}, everything else is bare.`,
        ],
        tool: toolSpelling('declaration', (tool) => `${declare}declaration:${tool.name}${write(declarationOf(tool))}${declared}`),
        betweenTools: '',
        examples: [{ name: 'function_name', input: `{parameter:${quote}text${quote},other:1}` }],
      },
      turns: [...declaration, ...turns],
      reasoning,
      patience: 160,
    },
    {
      marks: [open, close, quote],
      openers: [open],
      format: (calls) => calls.map((call) => `${open}call:${call.name}${writeExactly(call, write)}${close}`).join(''),
      example: (examples) => examples.map((slots) => fill(`${open}call:$name$input${close}`, slots)).join(''),
      grammar: ({ text, ownInput }) => ({
        trigger: open,
        call: (tool) =>
          `${text(`${open}call:${tool.name}`)} ${ownInput({ ...tool, parameters: sortedKeys(tool.parameters) }, quote)} ${text(close)}`,
        between: '""',
      }),

      *parse(reading) {
        // Where special tokens are skipped, only what stands between them is left.
        const bare = reading.tools.map(({ name }) => sequenceMark('bare', [`call:${name}`, SPACE, '{']))
        const openers = [open, ...bare]
        let opening = yield* reading.prose.until(openers)
        while (opening) {
          const isBare = opening.mark.id === 'bare'
          if (isBare && reading.write.inLine) reading.write.text(opening.text)
          else {
            if (isBare) reading.source.unread(opening.text)
            yield* readOwnCall(reading, literals, isBare ? '' : open)
          }
          opening = yield* reading.prose.until(openers)
        }
      },
    },
    {
      // Values are spelled as in calls.
      formatResults: (results) =>
        results
          .map(
            (result) =>
              `${response[0]}response:${result.name}${write({ value: result.data ?? plainText(result) })}${response[1]}`,
          )
          .join(''),
    },
  )
}

/** Tools as these models were shown them: types in capitals. */
function declarationOf({ description, parameters }: ToolSpec): JsonValue {
  return { description, parameters: capitalTypes(parameters) }
}

function capitalTypes(schema: JsonSchema): JsonValue {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, JsonValue] => {
      if (key === 'type' && typeof value === 'string') return [key, value.toUpperCase()]
      return [key, isJsonObject(value) ? capitalTypes(value) : value]
    }),
  )
}

/** Keys in the order of the alphabet, as their template sorts them. */
function formatOwn(value: JsonValue, quote: string): string {
  if (typeof value === 'string') return `${quote}${value}${quote}`
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => formatOwn(item, quote)).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const key = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `${quote}${name}${quote}`)
  return `{${Object.entries(sortedMembers(value))
    .map(([name, item]) => `${key(name)}:${formatOwn(item, quote)}`)
    .join(',')}}`
}

export const functiongemma = ownLiterals({
  id: 'functiongemma',
  title: 'FunctionGemma',
  speakers: ['FunctionGemma'],
  literals: { open: '<start_function_call>', close: '<end_function_call>', quote: '<escape>' },
  declaration: ['<start_function_declaration>', '<end_function_declaration>'],
  response: ['<start_function_response>', '<end_function_response>'],
  reasoning: [],
})

export const gemma4 = ownLiterals({
  id: 'gemma4',
  title: 'Gemma 4',
  speakers: ['Gemma 4'],
  literals: { open: '<|tool_call>', close: '<tool_call|>', quote: '<|"|>' },
  declaration: ['<|tool>', '<tool|>'],
  response: ['<|tool_response>', '<tool_response|>'],
  reasoning: [
    { open: '<|channel>thought\n', close: '<channel|>', label: 'thought\n' },
    { open: '<|channel>thought', close: '<channel|>' },
  ],
  turns: ['<|channel>', '<channel|>', '<turn|>'],
})

/**
 * A fence with a language of its own:
 *
 *     ```tool_code
 *     find_book(title="Momo")
 *     ```
 */
export const gemma3 = pythonDialect(
  {
    id: 'gemma3',
    title: 'Gemma 3 (tool_code)',
    speakers: ['Gemma 3 (by prompt)'],
    calls: { section: ['```tool_code\n', '\n```'], between: '\n' },
    openers: ['```tool_code\n'],
    results: { each: '```tool_output\n$result\n```', as: 'text', between: '\n' },
    stop: ['```tool_output'],
    lesson: pythonLesson('[$tools]'),
    turns: ['```tool_code', '```tool_output', '```'],
  },
  { parse: (reading) => readAllMarked(reading, ['```tool_code\n', '```tool_code\r\n'], '```') },
)
