import type { ToolSpec } from '../canonical/message.ts'
import { resultText } from '../canonical/outcome-words.ts'
import { plainText, type ToolResult } from '../canonical/part.ts'
import { defineDialect } from '../define-dialect.ts'
import type { Dialect, DialectTraits, Grammar } from '../dialect.ts'
import { declaredTypes } from '../toolkit/declared-types.ts'
import type { Reading } from '../toolkit/reading.ts'
import { parameterSchema, typesOf } from '../toolkit/schema-types.ts'
import { type MarkSequence, SPACE } from '../toolkit/sequence-mark.ts'
import { encodeAttribute } from '../toolkit/tag.ts'
import { readTagged } from '../toolkit/tagged-block.ts'
import { type TaggedShape, taggedMarks } from '../toolkit/tagged-shape.ts'
import { bareJson, choiceLines, functionJson } from '../toolkit/tool-list.ts'
import { isPlainString } from '../toolkit/typed-value.ts'
import { writeArguments } from '../toolkit/write-tags.ts'
import { writeWrapped } from '../toolkit/write-wrapped.ts'

interface Variant extends Pick<TaggedShape, 'noise' | 'wrappers' | 'typesByAttribute'>, Pick<DialectTraits, 'resultMarkup'> {
  readonly id: string
  readonly title: string
  readonly speakers: readonly string[]
  /** What stands before the names of tags: `<｜DSML｜invoke`, `<atem:invoke`. */
  readonly prefix: string
  /** Others that it may be written with. */
  readonly otherPrefixes?: readonly string[]
  /** Blocks it reads; the first is the one it writes. */
  readonly blocks: readonly { readonly open: string; readonly close: string }[]
  /** What stands between elements. */
  readonly line: '\n' | ''
  readonly aroundCall?: readonly [string, string]
  /** More attributes of a parameter's tag. */
  readonly attributes?: (value: unknown) => string
  readonly toolList: (tools: readonly ToolSpec[]) => string
  readonly writeResults: (results: readonly ToolResult[]) => string
  readonly resultMarks: readonly string[]
}

/**
 * Names stand in attributes. One vendor invented it, many descend from it:
 *
 *     <function_calls>
 *     <invoke name="find_book">
 *     <parameter name="title">Momo</parameter>
 *     </invoke>
 *     </function_calls>
 */
// @__NO_SIDE_EFFECTS__
function invokeTags(variant: Variant): Dialect {
  const { id, title, speakers, prefix, line, resultMarks, resultMarkup = [] } = variant
  const [block = { open: '', close: '' }] = variant.blocks
  const [before] = variant.aroundCall ?? ['']
  const shapes = [prefix, ...(variant.otherPrefixes ?? [])].map((spelledWith) => shapeOf(variant, spelledWith))
  const spelled = spelling(variant)
  const example = `${block.open}${line}${spelled.openCall('function_name')}${spelled.openParameter('parameter_name', '')}value${spelled.closeParameter}${spelled.closeCall}${block.close}`
  return defineDialect({
    id,
    title,
    speakers,
    markup: [
      ...shapes.flatMap(({ block: around, call, parameter }) => [
        ...around.open,
        ...around.close,
        ...[call, parameter].flatMap(({ open, close }) => [...open.map((tag) => tag.trimEnd()), ...close]),
      ]),
      ...(variant.noise ?? []),
      ...resultMarks,
    ],
    signs: () =>
      shapes.flatMap(({ block: around, call }) =>
        around.open.map((open): MarkSequence => [open, SPACE, `${before}${call.open.join('')}`]),
      ),
    resultMarkup,
    stop: resultMarks.slice(0, 1),
    instruct: (tools, choice) =>
      [
        '# Tools',
        variant.toolList(tools),
        'To call functions, end your answer with a block like this and wait for the result:',
        example,
        'Strings are written as they are, without escapes; numbers, lists and objects as JSON. The result comes from the user; never write one yourself.',
        ...choiceLines(choice),
      ].join('\n\n'),
    grammar: ({ text, parameters }) => ({
      trigger: block.open,
      open: text(`${block.open}${line}`),
      call: (tool) => {
        const open = (name: string): string => text(spelled.openParameter(name, exampleOf(tool, name)))
        return `${text(spelled.openCall(tool.name))} ${parameters(tool, open, spelled.closeParameter)} ${text(spelled.closeCall)}`
      },
      between: '""',
      close: text(block.close),
    }),
    formatCalls: (calls) =>
      `${block.open}${line}${calls
        .map(
          (call) =>
            spelled.openCall(call.name) +
            writeArguments(call, (name, text, value) => `${spelled.openParameter(name, value)}${text}${spelled.closeParameter}`) +
            spelled.closeCall,
        )
        .join('')}${block.close}`,
    formatResults: variant.writeResults,
    ...spellingsGrammar(shapes),
  })
}

/** The tags under one of its prefixes. */
function shapeOf({ prefix, blocks, noise, wrappers, typesByAttribute }: Variant, spelledWith: string) {
  const spelled = (lead: string, mark: string): string => mark.replace(lead + prefix, lead + spelledWith)
  const element = (name: string) => ({
    open: [`<${spelledWith}${name} `],
    headEnd: ['>'],
    attribute: 'name',
    close: [`</${spelledWith}${name}>`],
  })
  return {
    block: { open: blocks.map(({ open }) => spelled('<', open)), close: blocks.map(({ close }) => spelled('</', close)) },
    call: element('invoke'),
    parameter: element('parameter'),
    space: 'keep',
    ...(noise && { noise }),
    ...(wrappers && { wrappers }),
    ...(typesByAttribute && { typesByAttribute }),
  } as const satisfies TaggedShape
}

/** Each spelling is read by its own marks alone, so that a value may hold those of the others. */
function spellingsGrammar(shapes: readonly TaggedShape[]) {
  const spellings = shapes.map(taggedMarks)
  const openers = shapes.flatMap(({ block, call }) => [...(block?.open ?? []), ...call.open])
  return {
    openers,
    *parse(reading: Reading): Grammar {
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        const { text } = opening
        for (const marks of spellings) {
          if (marks.block?.open.includes(text) || marks.call.open.includes(text)) yield* readTagged(reading, text, marks)
        }
        opening = yield* reading.prose.until(openers)
      }
    },
  }
}

/** The tags of a call, as they are written. */
function spelling({ prefix, line, attributes = () => '', aroundCall: [before, after] = ['', ''] }: Variant) {
  return {
    openCall: (name: string): string => `${before}<${prefix}invoke name="${encodeAttribute(name)}">${line}`,
    closeCall: `</${prefix}invoke>${after}${line}`,
    openParameter: (name: string, value: unknown): string =>
      `<${prefix}parameter name="${encodeAttribute(name)}"${attributes(value)}>`,
    closeParameter: `</${prefix}parameter>${line}`,
  }
}

/** A value of the kind that the parameter takes. */
const exampleOf = (tool: ToolSpec, parameter: string): string | number =>
  isPlainString(typesOf(parameterSchema([tool], tool.name, parameter))) ? '' : 0

const jsonTools =
  (tag: string) =>
  (tools: readonly ToolSpec[]): string =>
    `<${tag}>\n${tools.map(functionJson).join('\n')}\n</${tag}>`
const eachIn =
  (open: string, close: string) =>
  (results: readonly ToolResult[]): string =>
    results.map((result) => `${open}${plainText(result)}${close}`).join('\n')

const writeLegacyResult = (result: ToolResult): string =>
  result.outcome === 'ok'
    ? `<result>\n<tool_name>${result.name}</tool_name>\n<stdout>\n${plainText(result)}\n</stdout>\n</result>\n`
    : `<error>\n${resultText(result)}\n</error>\n`

export const anthropicLegacy = invokeTags({
  id: 'anthropic-legacy',
  title: 'Anthropic (2024)',
  speakers: ['Claude 2', 'Claude 3 (by prompt)'],
  prefix: '',
  otherPrefixes: ['antml:'],
  blocks: [{ open: '<function_calls>', close: '</function_calls>' }],
  line: '\n',
  toolList: (tools) => `<functions>\n${tools.map((tool) => `<function>${bareJson(tool)}</function>`).join('\n')}\n</functions>`,
  writeResults: (results) => `<function_results>\n${results.map(writeLegacyResult).join('')}</function_results>`,
  resultMarks: ['<function_results>', '</function_results>'],
  resultMarkup: ['result', 'error', 'stdout', 'tool_name'].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
})

export const minimaxM2 = invokeTags({
  id: 'minimax-m2',
  title: 'MiniMax M2',
  speakers: ['MiniMax-M2'],
  prefix: '',
  blocks: [{ open: '<minimax:tool_call>', close: '</minimax:tool_call>' }],
  line: '\n',
  toolList: (tools) => `<tools>\n${tools.map((tool) => `<tool>${bareJson(tool)}</tool>`).join('\n')}\n</tools>`,
  writeResults: (results) => `]~b]tool\n${eachIn('<response>', '</response>')(results)}[e~[`,
  resultMarks: ['<response>', '</response>', ']~b]', '[e~['],
})

export const dots = invokeTags({
  id: 'dots',
  title: 'dots',
  speakers: ['dots.llm'],
  prefix: '',
  blocks: [{ open: '<dots_function_call>', close: '</dots_function_call>' }],
  line: '\n',
  toolList: jsonTools('tools'),
  writeResults: eachIn('<tool_response>', '</tool_response>'),
  resultMarks: ['<tool_response>', '</tool_response>'],
})

export const step3 = invokeTags({
  id: 'step3',
  title: 'Step-3',
  speakers: ['Step-3'],
  prefix: 'steptml:',
  blocks: [{ open: '<｜tool_calls_begin｜>', close: '<｜tool_calls_end｜>' }],
  line: '',
  aroundCall: ['<｜tool_call_begin｜>function<｜tool_sep｜>', '<｜tool_call_end｜>'],
  noise: ['<｜tool_call_begin｜>', 'function<｜tool_sep｜>', '<｜tool_sep｜>', '<｜tool_call_end｜>'],
  toolList: jsonTools('tools'),
  writeResults: eachIn('<｜tool_outputs_begin｜>', '<｜tool_outputs_end｜>'),
  resultMarks: ['<｜tool_outputs_begin｜>', '<｜tool_outputs_end｜>'],
})

const DSML = '｜DSML｜'
const V3_2 = { open: `<${DSML}function_calls>`, close: `</${DSML}function_calls>` }
const V4 = { open: `<${DSML}tool_calls>`, close: `</${DSML}tool_calls>` }

/** The value says itself whether it is a string: `string="true"`. */
// @__NO_SIDE_EFFECTS__
function dsmlTags(variant: Omit<Variant, 'prefix' | 'line'>): Dialect {
  return invokeTags({
    prefix: DSML,
    // Its bars as a keyboard has them.
    otherPrefixes: ['|DSML|'],
    line: '\n',
    attributes: (value) => ` string="${typeof value === 'string'}"`,
    typesByAttribute: (attributes, types) => {
      const bit = attributes.get('string')
      return declaredTypes(types, bit === 'true' ? true : bit === 'false' ? false : undefined)
    },
    wrappers: { names: ['arguments', 'input'], write: writeWrapped },
    ...variant,
  })
}

export const deepseekV3_2 = dsmlTags({
  id: 'deepseek-v3.2',
  title: 'DeepSeek V3.2',
  speakers: ['DeepSeek-V3.2'],
  blocks: [V3_2, V4],
  toolList: jsonTools('functions'),
  writeResults: (results) =>
    `<function_results>\n${results.map((result) => `<result>${plainText(result)}</result>\n`).join('')}</function_results>`,
  resultMarks: ['<function_results>', '</function_results>'],
  resultMarkup: ['<result>', '</result>'],
})

export const deepseekV4 = dsmlTags({
  id: 'deepseek-v4',
  title: 'DeepSeek V4',
  speakers: ['DeepSeek-V4'],
  blocks: [V4, V3_2],
  toolList: (tools) => `## Functions\n\n${tools.map(functionJson).join('\n')}`,
  writeResults: eachIn('<tool_result>', '</tool_result>'),
  resultMarks: ['<tool_result>', '</tool_result>'],
})
