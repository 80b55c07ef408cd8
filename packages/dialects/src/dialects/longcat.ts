import { defineDialect } from '../define-dialect.ts'
import { jsonCalls } from '../toolkit/json-calls.ts'
import { jsonForms } from '../toolkit/json-forms.ts'
import { jsonInTag } from '../toolkit/json-in-tag.ts'
import type { TaggedShape } from '../toolkit/tagged-shape.ts'

const TAG = 'longcat_tool_call'
const CLOSE = `</${TAG}>`
const KEY = ['<longcat_arg_key>', '</longcat_arg_key>']
const VALUE = ['<longcat_arg_value>', '</longcat_arg_value>']

const JSON_CALLS = jsonCalls({ openers: [`<${TAG}>`], closers: [CLOSE] })

const ELEMENTS: TaggedShape = {
  call: { open: [`<${TAG}>`], headEnd: ['\n'], headStop: [...KEY.slice(0, 1), CLOSE, '{'], close: [CLOSE] },
  parameter: { open: KEY.slice(0, 1), headEnd: KEY.slice(1), contentOpen: VALUE.slice(0, 1), close: VALUE.slice(1) },
  space: 'keep',
}

/**
 * JSON in a tag, or an element for each key and each value:
 *
 *     <longcat_tool_call>{"name": "find_book", "arguments": {"title": "Momo"}}</longcat_tool_call>
 *     <longcat_tool_call>find_book
 *     <longcat_arg_key>title</longcat_arg_key>
 *     <longcat_arg_value>Momo</longcat_arg_value>
 *     </longcat_tool_call>
 */
export const longcat = defineDialect(
  jsonInTag({
    id: 'longcat',
    title: 'LongCat',
    speakers: ['LongCat-Flash-Chat'],
    tag: TAG,
    markup: [...KEY, ...VALUE],
    // Here JSON is no slip.
    parse: (reading) =>
      reading.forms?.tagged?.(ELEMENTS).parse({ ...reading, forms: { ...reading.forms, json: jsonForms } }) ??
      JSON_CALLS(reading),
  }),
)
