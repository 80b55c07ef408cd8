import { isJsonObject, ownValue } from '../canonical/json.ts'
import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { plainText, type SpokenCall, type ToolResult } from '../canonical/part.ts'
import type { Dialect } from '../dialect.ts'
import type { MarkLike } from '../engine/marks.ts'
import { SPACE, sequenceMark } from '../engine/sequence-mark.ts'
import type { ElementStyle } from '../shapes/elements/element-value.ts'
import { readElements, writeElements } from '../shapes/elements/elements.ts'
import type { Reading } from '../shapes/reading/reading.ts'
import { shapeDialect, taught } from '../shapes/shape-dialect.ts'
import { asLines, asSchema, type ToolSpelling, toolSpelling } from '../shapes/tools/tool-spellings.ts'
import { EntityText } from '../shapes/values/text-filters.ts'

interface Variant {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  readonly style: ElementStyle
  readonly writeResult: (result: ToolResult, call: SpokenCall | undefined) => string
  readonly result: string
  /** What the model is told of one tool. */
  readonly describe: ToolSpelling
  readonly markup: readonly string[]
}

/** The tools are the grammar: `<find_book>`, `<find_book/>`. */
function openersFor(reading: Reading): readonly MarkLike[] {
  return reading.tools.flatMap(({ name }) => [`<${name}>`, sequenceMark(name, [`<${name}`, SPACE, '/>'])])
}

/**
 * Elements are named like tools and parameters:
 *
 *     <find_book>
 *     <title>Momo</title>
 *     </find_book>
 */
// @__NO_SIDE_EFFECTS__
function namedElements({ id, title, speakers, style, writeResult, result, describe, markup }: Variant): Dialect {
  const formatCall = (call: SpokenCall): string => `<${call.name}>\n${writeElements(call, style, '\n')}</${call.name}>`
  return shapeDialect(
    {
      id,
      title,
      speakers,
      results: { each: '$result', between: '\n' },
      stop: markup.slice(0, 1),
      lesson: taught({
        intro: `### TOOL_USE_PROTOCOL\nYou can use tools. A call is an XML element named like the tool, with one element inside for each parameter.${style.entities ? ' Write `&lt;`, `&gt;` and `&amp;` in values.' : ' Write values as they are, without escapes.'}`,
        tool: describe,
        each: '#### $name\n$tool',
        call: usage('tool_name', ['parameter_name']),
        result,
      }),
      turns: markup,
      patience: 96,
    },
    {
      marks: [],
      toolMarkup: (tools) => tools.flatMap(({ name }) => [`<${name}>`, `<${name}/`, `<${name} `]),
      signs: (tools) => tools.map(({ name }) => [`<${name}>`, SPACE, '<']),
      format: (calls) => calls.map(formatCall).join('\n'),

      *parse(reading) {
        const openers = openersFor(reading)
        let opening = yield* reading.prose.until(openers)
        while (opening) {
          yield* readElements(reading, { opener: opening.text, barriers: openers }, style)
          opening = yield* reading.prose.until(openers)
        }
      },
    },
    {
      formatResults: (results, calls = []) =>
        results
          .map((one) =>
            writeResult(
              one,
              calls.find((call) => call.id === one.callId),
            ),
          )
          .join('\n'),
    },
  )
}

const usage = (name: string, parameters: readonly string[]): string =>
  [`<${name}>`, ...parameters.map((parameter) => `<${parameter}>value</${parameter}>`), `</${name}>`].join('\n')

/** `for 'src/a.ts'`: what the call was about, if that is one line of text. */
function mainArgument(call: SpokenCall | undefined): string {
  const [first] = Object.values(call?.input ?? {})
  return typeof first === 'string' && first !== '' && !first.includes('\n') ? ` for '${first}'` : ''
}

const parameterNames = ({ parameters }: ToolSpec): readonly string[] => {
  const properties = ownValue(parameters, 'properties')
  return isJsonObject(properties) ? Object.keys(properties) : []
}

export const clineXml = namedElements({
  id: 'cline-xml',
  title: 'Cline',
  speakers: ['Cline, Roo and Kilo (by prompt)'],
  style: { before: '', entities: false, trim: true },
  writeResult: (result, call) => `[${result.name}${mainArgument(call)}] Result:\n${resultText(result)}`,
  result: "[tool_name for 'first argument'] Result:\nthe result",
  describe: toolSpelling('usage', (tool) => `${asLines(tool)}\nUsage:\n${usage(tool.name, parameterNames(tool))}`),
  markup: ['] Result:'],
})

export const morphXml = namedElements({
  id: 'morph-xml',
  title: 'Morph XML',
  speakers: ['AI SDK tool-call middleware (by prompt)'],
  style: { before: '', entities: true, filter: (sink) => new EntityText(sink), trim: false },
  writeResult: (result) =>
    `<tool_response>\n<tool_name>${result.name}</tool_name>\n<result>${plainText(result)}</result>\n</tool_response>`,
  describe: toolSpelling('lines-and-schema', (tool) => `${asLines(tool)}\nSchema: ${asSchema(tool)}`),
  result: '<tool_response>\n<tool_name>tool_name</tool_name>\n<result>the result</result>\n</tool_response>',
  markup: ['<tool_response>', '</tool_response>'],
})
