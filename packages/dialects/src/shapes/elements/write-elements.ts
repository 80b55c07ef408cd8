import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import type { SpokenCall } from '../../canonical/part.ts'
import { rawValue, writeArguments } from '../tags/write-tags.ts'
import type { ElementStyle } from './element-value.ts'

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
