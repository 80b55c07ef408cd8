import { isJsonObject, ownValue } from '../canonical/json.ts'
import type { CallWriter } from './call-writer.ts'
import { Damage } from './damage.ts'
import { type ElementStyle, elementValue } from './element-value.ts'
import { EntityText } from './entity-text.ts'
import { InputWriter } from './input-writer.ts'
import { MarkSet } from './marks.ts'
import { peekSolid, type Step, take } from './read-json.ts'
import type { Reading } from './reading.ts'
import { parameterSchema, typesOf } from './schema-types.ts'
import { HeadReader } from './tag-head.ts'
import { always, before, TaggedValue, valueEnds } from './tagged-value.ts'
import { Trimmed } from './trimmed.ts'
import { isPlainString } from './typed-value.ts'

export interface ElementCall {
  readonly tool: string
  /** What closes the call. */
  readonly close: readonly string[]
  readonly style: ElementStyle
}

/** A list is written by repeating its element, so it is whole only when the call is. */
type Lists = Map<string, string[]>

/**
 * A call whose elements are named like its parameters, from behind its opening tag to behind its closing one:
 *
 *     <find_book>
 *     <title>Momo</title>
 *     </find_book>
 */
export function* readElementCall(reading: Reading, call: CallWriter, element: ElementCall): Step {
  const { source } = reading
  const close = new MarkSet(element.close)
  const open = new MarkSet([`${element.style.before}<`])
  call.name(element.tool)
  const input = new InputWriter(call)
  const lists: Lists = new Map()
  for (;;) {
    const next = yield* peekSolid(source)
    if ((yield* take(source, close)) !== undefined) break
    if ((yield* take(source, open)) === undefined) {
      throw new Damage(
        next === ''
          ? 'it breaks off between its parameters'
          : `a parameter or the end of the call is expected before \`${next}\``,
      )
    }
    yield* readElement(reading, element, { input, lists })
  }
  for (const [name, bodies] of lists) input.json(name, listJson(bodies, name, reading, element))
  input.close()
}

const HEAD = new HeadReader({ open: [], headEnd: ['>'], close: [] })

function* readElement(reading: Reading, element: ElementCall, { input, lists }: { input: InputWriter; lists: Lists }): Step {
  const { style, tool } = element
  const head = yield* HEAD.read(reading.source)
  if (head === undefined || !/^[\w.-]+$/.test(head.name)) throw new Damage('a parameter has no name')
  const schema = parameterSchema(reading.tools, tool, head.name)
  const types = typesOf(schema)
  if (isPlainString(types)) {
    input.begin(head.name, types)
    const entities = style.entities ? new EntityText(input.raw) : undefined
    const decoded = entities?.push ?? input.raw
    if (!head.selfClosed) yield* readBody(reading, element, head.name, style.trim ? new Trimmed(decoded).push : decoded)
    entities?.end()
    input.end()
    return
  }
  let body = ''
  if (!head.selfClosed) yield* readBody(reading, element, head.name, (piece) => (body += piece))
  if (types.has('array')) lists.set(head.name, [...(lists.get(head.name) ?? []), body])
  else input.json(head.name, elementValue(body, schema, style))
}

function* readBody(reading: Reading, { tool, close, style }: ElementCall, name: string, sink: (text: string) => void): Step {
  const siblings = parameterNames(reading, tool).map((sibling) => `${style.before}<${sibling}>`)
  const { end } = yield* reading.source.run(
    new TaggedValue(
      valueEnds([
        {
          marks: [`${style.before}</${name}>`],
          ends: before([...(siblings.length > 0 ? siblings : [`${style.before}<`]), ...close]),
          closes: true,
        },
        { marks: close, ends: always },
      ]),
      sink,
    ),
  )
  if (end !== 'closed') throw new Damage(`the parameter \`${name}\` is never closed`)
}

function parameterNames({ tools }: Reading, toolName: string): readonly string[] {
  const tool = tools.find(({ name }) => name === toolName)
  const properties = tool && ownValue(tool.parameters, 'properties')
  return isJsonObject(properties) ? Object.keys(properties) : []
}

/** One element may hold the whole list, as JSON or as items of its own; several are one item each. */
function listJson(bodies: readonly string[], name: string, reading: Reading, { tool, style }: ElementCall): string {
  const schema = parameterSchema(reading.tools, tool, name)
  const [only = ''] = bodies
  if (bodies.length === 1) {
    const whole = elementValue(only, schema, style)
    if (whole.startsWith('[') || only.trim() === '') return whole.startsWith('[') ? whole : '[]'
  }
  const items = schema && ownValue(schema, 'items')
  return `[${bodies.map((body) => elementValue(body, isJsonObject(items) ? items : undefined, style)).join(',')}]`
}
