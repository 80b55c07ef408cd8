import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import type { SpokenCall } from '../../canonical/part.ts'
import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step } from '../../engine/readers.ts'
import { SPACE, sequenceMark } from '../../engine/sequence-mark.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, endInPlace, unreadable } from '../reading/salvage.ts'
import { rawValue, writeArguments } from '../tags/write-tags.ts'
import { readElementCall } from './element-call.ts'
import type { ElementStyle } from './element-value.ts'

/** A call named like its tool, with elements named like its parameters, from behind `bounds.opener`. */
export function* readElements(reading: Reading, bounds: Omit<Bounds, 'closers'>, style: ElementStyle): Step {
  const { source, write } = reading
  const { opener } = bounds
  // A name may hold a slash or a blank of its own.
  const tool = opener.slice(1).replace(/\s*\/?>$/, '')
  source.record(opener)
  const call = write.call()
  if (opener.endsWith('/>')) {
    call.name(tool)
    return call.end(source.takeRecord())
  }
  // A tag that no element follows was only mentioned.
  if ((yield* peekSolid(source)) !== '<') return write.text(source.takeRecord())
  const close = `</${tool}>`
  try {
    yield* readElementCall(reading, call, { tool, close: [close], style })
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    const openings = new MarkSet(
      reading.tools.flatMap(({ name }) => [
        sequenceMark(name, [`<${name}`, SPACE, '/>']),
        sequenceMark(name, [`<${name}>`, SPACE, '<']),
      ]),
    )
    const broken = endInPlace(reading, { ...bounds, closers: [close], begun: opener.length, openings })
    call.broken(yield* broken, unreadable(error.sentence))
  }
}

const NAME = /^[\w.-]+$/

/** The arguments of a call as elements that are named like them. */
export function writeElements(call: SpokenCall, style: ElementStyle, line: string): string {
  const { before, omitsNull } = style
  return writeArguments(call, (name, text, value) => {
    if (omitsNull && value === null) return ''
    return `${before}<${name}>${writeValue(value, text, style)}${before}</${name}>${line}`
  })
}

function writeValue(value: JsonValue, text: string, style: ElementStyle): string {
  const { before } = style
  const nested = (name: string, item: JsonValue): string =>
    `${before}<${name}>${writeValue(item, rawValue(item), style)}${before}</${name}>`
  if (Array.isArray(value) && value.length > 0 && value.every(isSpeakable))
    return value.map((item: JsonValue) => nested('item', item)).join('')
  const members = isJsonObject(value) ? Object.entries(value).filter(([, item]) => !(style.omitsNull && item === null)) : []
  if (members.length > 0 && members.every(([key, item]) => NAME.test(key) && isSpeakable(item)))
    return members.map(([key, item]) => nested(key, item)).join('')
  return style.entities ? encodeText(text) : text
}

/** What can stand in an element: a list or an object that is empty cannot be told from an empty string. */
const isSpeakable = (value: JsonValue): boolean =>
  !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)

function encodeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
