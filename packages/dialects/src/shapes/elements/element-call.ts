import { flaw } from '../../canonical/flaws.ts'
import { isJsonObject, ownValue } from '../../canonical/json.ts'
import type { Flaw } from '../../canonical/part.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { Damage, INTERRUPTED } from '../../engine/damage.ts'
import { MarkSet, MORE, NO } from '../../engine/marks.ts'
import { peekSolid, type Step, take } from '../../engine/readers.ts'
import type { Reading } from '../reading/reading.ts'
import { innerCalls } from '../tags/inner-calls.ts'
import { HeadReader } from '../tags/tag-head.ts'
import { always, before, type Counts, type ValueMark } from '../tags/tagged-value.ts'
import { InputWriter, isPlainString } from '../values/input-writer.ts'
import { parameterSchema, typesOf } from '../values/schema-types.ts'
import { Trimmed } from '../values/text-filters.ts'
import { type ElementStyle, elementValue } from './element-value.ts'

export interface ElementCall {
  readonly tool: string
  /** What closes the call. */
  readonly close: readonly string[]
  /** What opens the next call: it cannot be a parameter. Absent: that cannot be told. */
  readonly next?: readonly string[]
  /** Marks that no value can hold, so that one which is not closed ends there. Absent: only what closes the call. */
  readonly cuts?: readonly string[]
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
  const another = element.next && new MarkSet(element.next)
  call.name(element.tool)
  const input = new InputWriter(call)
  const lists: Lists = new Map()
  for (;;) {
    const next = yield* peekSolid(source)
    if ((yield* take(source, close)) !== undefined) break
    if (another && (yield* take(source, another)) !== undefined) throw new Damage(INTERRUPTED)
    if ((yield* take(source, open)) === undefined) {
      throw new Damage(next === '' ? say('call.between-parameters') : say('call.parameter-or-end', { next }))
    }
    yield* readElement(reading, element, { call, input, lists })
  }
  for (const [name, bodies] of lists) input.json(name, listJson(bodies, name, reading, element))
  input.close()
}

const headOf = (style: ElementStyle): HeadReader =>
  new HeadReader({ open: [], headEnd: ['>'], headStop: style.before === '' ? [] : [style.before], close: [] })

const ATTRIBUTES: Flaw = flaw('attributes-ignored')
const MARKUP_IN_VALUE: Flaw = flaw('markup-in-value')

function* readElement(
  reading: Reading,
  element: ElementCall,
  { call, input, lists }: { call: CallWriter; input: InputWriter; lists: Lists },
): Step {
  const { style, tool } = element
  const head = yield* headOf(style).read(reading.source)
  const [name, rest = ''] = head?.name.split(/(?=\s)/, 2) ?? []
  if (head === undefined || name === undefined || !/^[\w.-]+$/.test(name)) throw new Damage(say('call.parameter-nameless'))
  if (rest !== '') call.flaw(ATTRIBUTES)
  const schema = parameterSchema(reading.tools, tool, name)
  const types = typesOf(schema)
  const isText = types.has('string') || style.before === ''
  if (isPlainString(types) && isText) {
    input.begin(name, types)
    const filter = style.filter?.(input.raw)
    const sink = filter?.push ?? input.raw
    if (!head.selfClosed) yield* readBody(reading, element, name, style.trim ? new Trimmed(sink).push : sink)
    filter?.end()
    if (filter?.found) call.flaw(MARKUP_IN_VALUE)
    input.end()
    return
  }
  let body = ''
  if (!head.selfClosed) yield* readBody(reading, element, name, (piece) => (body += piece))
  if (types.has('array')) lists.set(name, [...(lists.get(name) ?? []), body])
  else {
    const json = elementValue(body, schema, style)
    if (style.before !== '' && json.startsWith('"') && body.includes(style.before)) call.flaw(MARKUP_IN_VALUE)
    input.json(name, json)
  }
}

function* readBody(reading: Reading, element: ElementCall, name: string, sink: (text: string) => void): Step {
  const { tool, close, style, next = [] } = element
  const tags = parameterNames(reading, tool).flatMap((sibling) =>
    [' ', '\n', '/', '>'].map((end) => `${style.before}<${sibling}${end}`),
  )
  const follows = before([...(tags.length > 0 ? tags : [`${style.before}<`]), ...close, ...next])
  const ends = style.before === '' ? behindOthers(follows) : follows
  let passed = false
  const list: readonly ValueMark[] = [
    {
      marks: [`${style.before}</${name}>`],
      ends(text, at, ended) {
        const counts = ends(text, at, ended)
        passed ||= counts === NO
        return counts
      },
      closes: true,
    },
    { marks: [...close, ...(element.cuts ?? [])], ends: always },
  ]
  const value = innerCalls.element(list, reading.tools, sink)
  const { end } = yield* reading.source.run(value)
  if (end === 'closed') return
  throw new Damage(passed ? say('call.behind-parameter', { name }) : say('call.never-closed', { name }))
}

/** Elements that nobody declared are looked through so far. */
const MOST_UNDECLARED = 512
const ELEMENT = /^\s*<([\w.-]+)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1>)/
const HALF_ELEMENT = /^\s*<(?:[\w.-]+(?:\s[^<>]*)?(?:\/|>[^<]*(?:<(?:\/[\w.-]*)?)?)?)?$/

/**
 * As `counts`, also where elements stand in between that nobody declared:
 *
 *     <path>/a</path><mode>fast</mode><content>…
 */
function behindOthers(counts: Counts): Counts {
  return (text, at, ended) => {
    for (let place = at; ; ) {
      const found = counts(text, place, ended)
      if (found !== NO) return found
      const ahead = text.slice(place, at + MOST_UNDECLARED)
      const [element] = ELEMENT.exec(ahead) ?? []
      if (element === undefined) return text.length < at + MOST_UNDECLARED && HALF_ELEMENT.test(ahead) && !ended ? MORE : NO
      place += element.length
    }
  }
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
