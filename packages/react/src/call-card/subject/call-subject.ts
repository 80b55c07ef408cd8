import { type Effect, type Executor, effectsBy, type KnownCall, type Preview, type Tool } from '@parley/browser'
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { languageOfPath } from '../../code/language-of-path.ts'
import type { Words } from '../../language/words.tsx'

/** The input that ran or would run: the person's where they edited it. */
export const inputOf = (call: KnownCall): JsonObject =>
  call.record.decision?.kind === 'edit' ? call.record.decision.input : call.record.call.input

/** What a call would touch, worked out from its arguments. Unknown tools and refused arguments may do anything. */
export function effectsOf(executor: Pick<Executor, 'find'>, name: string, input: JsonObject): readonly Effect[] {
  const tool = executor.find(name)
  const checked = tool?.check(input)
  return tool && checked?.kind === 'valid' ? effectsBy(tool, checked.value) : [{ kind: 'unknown' }]
}

/** The verb on the button: it says what happens. */
export function primaryVerb(effects: readonly Effect[], words: Words): string {
  const has = (kind: Effect['kind']) => effects.some((effect) => effect.kind === kind)
  if (has('unknown') || has('network') || has('remote') || has('own')) return words.action.callTool
  if (has('run-code')) return words.action.execute
  if (has('delete-files')) return words.action.deleteFile
  if (has('write-files')) return words.action.writeFile
  if (has('read-files')) return words.action.readOnce
  return words.action.callTool
}

export interface MainArgument {
  readonly key: string
  readonly text: string
  readonly language: string
}

const LONG = 60

/** Everything a person judges, as a text: as long as it is the same, it need not be read again. */
export const shownText = ({ record }: KnownCall, preview: Preview | undefined): string =>
  `${record.hash} ${record.questions.length} ${JSON.stringify(preview ?? {})}`

/** The argument that is best shown as code: the longest text with lines or of some length. Absent: all are small. */
export function mainArgument(input: JsonObject): MainArgument | undefined {
  let main: { key: string; text: string } | undefined
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== 'string' || (value.length < LONG && !value.includes('\n'))) continue
    if (!main || value.length > main.text.length) main = { key, text: value }
  }
  if (!main) return undefined
  const path = ownValue(input, 'path')
  return { ...main, language: typeof path === 'string' ? languageOfPath(path) : 'javascript' }
}

/** The declared properties of a tool's input, in their order, then whatever else the model sent. */
export function fieldsOf(
  tool: Tool | undefined,
  input: JsonObject,
): readonly { key: string; schema: JsonObject; required: boolean }[] {
  const properties = tool ? ownValue(tool.spec.parameters, 'properties') : undefined
  const declared = isJsonObject(properties) ? properties : {}
  const wanted = tool ? ownValue(tool.spec.parameters, 'required') : undefined
  const required = new Set<JsonValue>(Array.isArray(wanted) ? wanted : [])
  const keys = [...Object.keys(declared), ...Object.keys(input).filter((key) => !Object.hasOwn(declared, key))]
  return keys.map((key) => {
    const schema = ownValue(declared, key)
    return { key, schema: isJsonObject(schema) ? schema : {}, required: required.has(key) }
  })
}
