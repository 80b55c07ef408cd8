import { isJsonObject, type JsonSchema } from '../canonical/json.ts'
import type { ToolChoice, ToolSpec } from '../canonical/message.ts'
import type { Dialect } from '../dialect.ts'
import { rawPython, rawValue } from '../shapes/tags/write-tags.ts'
import { type JsonType, listAt, objectAt, resolved, typesOf } from '../shapes/values/schema-types.ts'
import type { CallGrammar, GrammarKit } from './call-grammar.ts'
import { literal, Rules } from './rules.ts'
import { callSpelling, escapedSpelling, jsonSpelling, ownSpelling, pythonSpelling, type Spelling, textUntil } from './spelling.ts'
import { textWithout } from './text-without.ts'
import { ValueRules } from './value-rules.ts'

export interface ToolGrammar {
  /** A grammar in llama.cpp's GBNF whose root is the calls, the trigger included. */
  readonly gbnf: string
  /** Where a free answer must turn into calls: the grammar sets in with this text. Empty: from the first character on. */
  readonly triggers: readonly string[]
  /**
   * The same as regular expressions whose one group the grammar sets in with, where white space may stand between:
   * `{⏎  "tool_calls"`. Empty: the words are enough.
   */
  readonly patterns: readonly string[]
  /** For an engine that holds its grammar from the first character on: any text, in which the trigger begins calls. Absent where a call is required. */
  readonly free?: string
}

const MOST_CALLS = 8

/**
 * What a model may write when it calls these tools in this dialect. Undefined when the dialect cannot be constrained, or
 * when there is nothing to call.
 */
export function toolGrammar(dialect: Dialect, tools: readonly ToolSpec[], choice: ToolChoice = 'auto'): ToolGrammar | undefined {
  const allowed = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.name) : tools
  if (choice === 'none' || allowed.length === 0 || dialect.grammar === undefined) return undefined
  const rules = new Rules()
  rules.set('root', '""')
  const grammar = dialect.grammar(createKit(rules))
  const calls = rootOf(grammar, allowed, rules)
  rules.set('root', calls)
  const gbnf = rules.format()
  if (choice !== 'auto') return { gbnf, triggers: [], patterns: [] }
  const { trigger } = grammar
  rules.set('root', `${textWithout(rules, trigger, isJsonLike(trigger) ? BRACKETS : '')} (${rules.add(calls)})?`)
  return { gbnf, triggers: [trigger], patterns: patternsOf(trigger), free: rules.format() }
}

/** What a model may write whose whole answer is one JSON value of this schema. Without one: any object. */
export function shapeGrammar(schema?: JsonSchema): string {
  const rules = new Rules()
  rules.set('root', '""')
  const space = rules.add('[ \\t\\n]{0,32}')
  const given = schema ?? { type: 'object' }
  rules.set('root', `${space} ${new ValueRules(rules, jsonSpelling(rules, space), given).value(given)} ${space}`)
  return rules.format()
}

const BRACKETS = '[{'
const isJsonLike = (trigger: string): boolean => /^[[{]+"/.test(trigger)

/** Between the brackets of JSON and what stands in them there may be white space; in a tag there is none. */
function patternsOf(trigger: string): readonly string[] {
  if (!isJsonLike(trigger)) return []
  return [`(${trigger.replaceAll(/[[{]/g, String.raw`\$&\s*`)})`]
}

function rootOf({ open, call, between, close }: CallGrammar, tools: readonly ToolSpec[], rules: Rules): string {
  const one = rules.add(tools.map((tool) => rules.add(call(tool))).join(' | '))
  const more = between === undefined ? '' : `(${between} ${one}){0,${MOST_CALLS - 1}}`
  return [open, one, more, close].filter(Boolean).join(' ')
}

function createKit(rules: Rules): GrammarKit {
  const space = rules.add('[ \\t\\n]{0,32}')
  const json = jsonSpelling(rules, space)
  const input = (tool: ToolSpec, spelling: Spelling): string =>
    new ValueRules(rules, spelling, tool.parameters).object(tool.parameters)
  return {
    text: literal,
    space,
    input: (tool) => input(tool, json),
    inputInString: (tool) => `"\\"" ${input(tool, escapedSpelling(rules))} "\\""`,
    ownInput: (tool, quote) => input(tool, ownSpelling(rules, quote)),
    functionArguments: (tool) =>
      new ValueRules(rules, callSpelling(rules, space), tool.parameters).functionArguments(tool.parameters),
    parameters: (tool, open, close, python) => parametersOf(rules, tool, { open, close, space, python }),
  }
}

interface Parameters {
  readonly open: (name: string) => string
  readonly close: string
  readonly space: string
  readonly python: 'words' | 'values' | undefined
}

/** Raw values between tags. A string is free up to its closing tag; what is no string cannot hold a tag. */
function parametersOf(rules: Rules, { parameters }: ToolSpec, { open, close, space, python }: Parameters): string {
  const spellings = [jsonSpelling(rules, space, '<'), ...(python === 'values' ? [pythonSpelling(rules, space)] : [])]
  const values = spellings.map((spelling) => new ValueRules(rules, spelling, parameters))
  const required = new Set(listAt(parameters, 'required'))
  const members = Object.entries(objectAt(parameters, 'properties')).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return []
    const types = typesOf(property, parameters)
    const schema = resolved(property, parameters)
    const ways = (): readonly string[] =>
      choiceWays(schema, python) ?? [
        ...values.map((rule) => rule.value(property)),
        ...(python ? wordsOf(types).map((word) => literal(rawPython(word))) : []),
      ]
    const value = isRaw(types, schema) ? textUntil(rules, close) : `(${ways().join(' | ')}) ${literal(close)}`
    const member = rules.add(`${open(name)} ${value}`)
    return [required.has(name) ? member : `${member}?`]
  })
  return members.length === 0 ? '""' : members.join(' ')
}

function isRaw(types: ReadonlySet<JsonType>, schema: JsonSchema): boolean {
  return (types.size === 0 || types.has('string')) && !Array.isArray(schema['enum']) && schema['const'] === undefined
}

/** A choice of strings stands without quotes, as every string does here. */
function choiceWays(schema: JsonSchema, python: Parameters['python']): readonly string[] | undefined {
  const choices = schema['const'] === undefined ? listAt(schema, 'enum') : [schema['const']]
  if (choices.length === 0) return undefined
  return choices.flatMap((choice) => {
    const inPython = python === 'values' || (python === 'words' && (choice === null || typeof choice === 'boolean'))
    return [...new Set([rawValue(choice), ...(inPython ? [rawPython(choice)] : [])])].map(literal)
  })
}

const wordsOf = (types: ReadonlySet<JsonType>): readonly (boolean | null)[] => [
  ...(types.has('boolean') ? [true, false] : []),
  ...(types.has('null') ? [null] : []),
]
