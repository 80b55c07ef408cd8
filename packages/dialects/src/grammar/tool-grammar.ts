import { isJsonObject, type JsonSchema } from '../canonical/json.ts'
import type { ToolChoice, ToolSpec } from '../canonical/message.ts'
import type { Dialect } from '../dialect.ts'
import { type JsonType, resolved, typesOf } from '../toolkit/schema-types.ts'
import { listAt, objectAt } from '../validate/schema-branches.ts'
import type { CallGrammar, GrammarKit } from './call-grammar.ts'
import { literal, Rules } from './rules.ts'
import { escapedSpelling, jsonSpelling, ownSpelling, type Spelling } from './spelling.ts'
import { textUntil } from './text-until.ts'
import { ValueRules } from './value-rules.ts'

export interface ToolGrammar {
  /** A grammar in llama.cpp's GBNF whose root is the calls, the trigger included. */
  readonly gbnf: string
  /** Where a free answer must turn into calls: the grammar sets in with this text. Empty: from the first character on. */
  readonly triggers: readonly string[]
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
  rules.set('root', rootOf(grammar, allowed, rules))
  return { gbnf: rules.format(), triggers: choice === 'auto' ? [grammar.trigger] : [] }
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
    callObject: (tool, inputKey = 'arguments', more = '') =>
      [
        `"{" ${space} "\\"name\\"" ${space} ":" ${space} ${literal(JSON.stringify(tool.name))} ${space} "," ${space}`,
        `${literal(JSON.stringify(inputKey))} ${space} ":" ${space} ${input(tool, json)} ${more} ${space} "}"`,
      ].join(' '),
    parameters: (tool, open, close) => parametersOf(rules, tool, { open, close, space }),
  }
}

/** Raw values between tags. A string is free up to its closing tag; what is no string is JSON that cannot hold a tag. */
function parametersOf(
  rules: Rules,
  { parameters }: ToolSpec,
  { open, close, space }: { open: (name: string) => string; close: string; space: string },
): string {
  const json = new ValueRules(rules, jsonSpelling(rules, space, '<'), parameters)
  const required = new Set(listAt(parameters, 'required'))
  const members = Object.entries(objectAt(parameters, 'properties')).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return []
    const raw = isRaw(typesOf(property, parameters), resolved(property, parameters))
    const value = raw ? textUntil(rules, close) : `${rawValue(json, property, parameters)} ${literal(close)}`
    const member = rules.add(`${open(name)} ${value}`)
    return [required.has(name) ? member : `${member}?`]
  })
  return members.length === 0 ? '""' : members.join(' ')
}

function isRaw(types: ReadonlySet<JsonType>, schema: JsonSchema): boolean {
  return (types.size === 0 || types.has('string')) && !Array.isArray(schema['enum']) && schema['const'] === undefined
}

/** A choice of strings stands without quotes, as every string does here. */
function rawValue(json: ValueRules, property: JsonSchema, root: JsonSchema): string {
  const schema = resolved(property, root)
  const choices = schema['const'] === undefined ? listAt(schema, 'enum') : [schema['const']]
  if (choices.length === 0) return json.value(property)
  return `(${choices.map((choice) => literal(typeof choice === 'string' ? choice : JSON.stringify(choice))).join(' | ')})`
}
