import {
  checkCall,
  inARow,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Sentence,
  type ToolSpec,
  type Wording,
} from '@parley/dialects'
import { z } from 'zod'
import { say } from '../words/tools.ts'
import type { Checked, Effect, Preview, Tool, ToolContext, ToolFace, ToolOutput } from './tool.ts'

const isOutput: unique symbol = Symbol('tool-output')

/** An output that `execute` shaped itself. Made by `toolOutput`, so that plain data with a `content` key stays data. */
export interface ShapedOutput extends ToolOutput {
  readonly [isOutput]: true
}

/** For an `execute` that wants to say one thing to the model and show another to the person, or to report a failure. */
export function toolOutput(output: ToolOutput): ShapedOutput {
  return { ...output, [isOutput]: true }
}

export interface ToolDefinition<Schema extends z.ZodObject> {
  readonly name: string
  /** For the model: what it does and when to use it. */
  readonly description: string
  /** Every property should carry a `.describe(…)`: it is taught to the model. */
  readonly parameters: Schema
  readonly toolset?: string
  /** How it is shown to a person. Absent: by what it touches, under its own name. */
  readonly face?: ToolFace
  /** What a call with these arguments touches. Absent: unknown, so it is treated as dangerous. */
  readonly effects?: readonly Effect[] | ((args: z.output<Schema>) => readonly Effect[])
  /** One plain sentence about what will happen, or a whole preview. Absent: the tool's name. */
  readonly preview?: (args: z.output<Schema>) => string | Sentence | Preview | Promise<string | Sentence | Preview>
  /**
   * The work itself. Return text, data, or `toolOutput(…)`; throw to report a failure. A reload while the first `human()`
   * waits comes back to the form, and once it is answered `execute` starts from the beginning: keep effects below `human()`.
   */
  execute(
    args: z.output<Schema>,
    context: ToolContext,
  ): JsonValue | ShapedOutput | undefined | void | Promise<JsonValue | ShapedOutput | undefined | void>
}

/** A tool from a Zod schema: the model's JSON Schema, the validation and the types all come from the one place. */
export function defineTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): Tool {
  const { name, description, parameters, toolset, face, effects, preview } = definition
  // `check` parsed every input that arrives below, and the parsed value is kept as JSON only in between.
  const asArgs = (input: JsonObject) => input as z.output<Schema>
  const spec: ToolSpec = { name, description, parameters: toParameters(parameters) }
  return {
    spec,
    ...(toolset !== undefined && { toolset }),
    ...(face && { face }),
    check: (input) => checkInput(spec, parameters, input),
    effects: (input) => (typeof effects === 'function' ? effects(asArgs(input)) : (effects ?? [{ kind: 'unknown' }])),
    async preview(input) {
      const drawn = (await preview?.(asArgs(input))) ?? name
      return typeof drawn === 'string' || 'message' in drawn ? { sentence: drawn } : drawn
    },
    async run(input, context) {
      return toOutput(await definition.execute(asArgs(input), context))
    },
  }
}

function toParameters(schema: z.ZodObject): JsonObject {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' })
  // A JSON Schema document is JSON by definition; the library types it more loosely.
  return parameters as JsonObject
}

/** Against the definition that the model was taught alone, for a tool whose schema is all there is. */
export function checkAgainstSpec(spec: ToolSpec, input: JsonObject): Checked<JsonObject> {
  const { call, problems } = checkCall({ type: 'tool-call', id: '', name: spec.name, input }, [spec])
  return problems.length > 0 ? { kind: 'invalid', ...inShort(problems) } : { kind: 'valid', value: call.input }
}

/** Against the definition that the model was taught, where plain slips are mended; then against what only the page's own schema can say. */
function checkInput(spec: ToolSpec, schema: z.ZodObject, input: JsonObject): Checked<JsonObject> {
  const checked = checkAgainstSpec(spec, input)
  if (checked.kind === 'invalid') return checked
  const parsed = schema.safeParse(checked.value)
  if (!parsed.success) {
    const said = parsed.error.issues.map((issue) => ({ message: `\`${issue.path.join('.')}\`: ${issue.message}.` }))
    return { kind: 'invalid', ...inShort(said) }
  }
  // Arguments are frozen as JSON: a schema that turns them into dates or classes is for `execute` to apply.
  return { kind: 'valid', value: parsed.data as JsonObject }
}

const MOST_PROBLEMS = 3

/** One fix shows the next. */
function inShort(problems: readonly Sentence[]): { readonly problem: string; readonly words?: Wording } {
  const more = problems.length > MOST_PROBLEMS ? [say('input.more', { count: problems.length - MOST_PROBLEMS })] : []
  const { message: problem, words } = inARow([...problems.slice(0, MOST_PROBLEMS), ...more])
  return { problem, ...(words && { words }) }
}

function toOutput(value: JsonValue | ShapedOutput | undefined | void): ToolOutput {
  if (value === undefined) return { content: 'Done.' }
  if (isShaped(value)) return value
  if (typeof value === 'string') return { content: value, data: value }
  return { content: JSON.stringify(value), data: value }
}

function isShaped(value: JsonValue | ShapedOutput): value is ShapedOutput {
  return isJsonObject(value) && isOutput in value
}

/** The tools of the toolsets that are switched on. A tool without a toolset is always on. */
export function enabledTools(tools: readonly Tool[], enabled: readonly string[] | undefined): readonly Tool[] {
  if (enabled === undefined) return tools
  return tools.filter((tool) => tool.toolset === undefined || enabled.includes(tool.toolset))
}

/** The names of the toolsets, in order of first appearance. */
export function toolsetsOf(tools: readonly Tool[]): readonly string[] {
  return [...new Set(tools.flatMap((tool) => tool.toolset ?? []))]
}
