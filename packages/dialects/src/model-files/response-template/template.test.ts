import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../canonical/json.ts'
import { responseSamples } from '../../testing/response-templates.ts'
import { Refused } from '../refused.ts'
import { loadResponseTemplate } from './template.ts'

const refusal = (template: JsonValue): string => {
  try {
    loadResponseTemplate(template)
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  return 'accepted'
}
const withField = (field: JsonObject): JsonObject => ({ start_anchor: '<a>', fields: { x: { open: '<x>', ...field } } })

describe('what is wrong with a response template is said by name', () => {
  test.each<[JsonValue, string]>([
    [[], '`response_template` must be an object, and is a list.'],
    [{ start_anchor: '<a>', fields: {} }, '`fields` must hold 1 to 32 fields.'],
    [{ start_anchor: '<a>', fields: [] }, '`fields` must be an object, and is a list.'],
    [{ fields: { content: {} } }, '`start_anchor` or `start_anchor_pattern` is missing.'],
    [{ start_anchor: '<a>', start_anchor_pattern: 'b', fields: { content: {} } }, 'exclude each other'],
    [{ start_anchor: '', fields: { content: {} } }, '`start_anchor` must hold strings of 1 to 200 characters.'],
    [{ version: 2, start_anchor: '<a>', fields: { content: {} } }, '`version` must be 1'],
    [{ defaults: 1, start_anchor: '<a>', fields: { content: {} } }, '`defaults` must be an object'],
    [{ start_anchor: '<a>', fields: { content: {} }, 'x-regex': 'a' }, '`x-regex` is not known'],
    [{ start_anchor: '<a>', fields: { content: {}, more: {} } }, 'Only one field may do without `open`'],
    [{ start_anchor: '<a>', fields: { tool_calls: {} } }, 'nothing says where one begins'],
    [withField({ open: 'the ' }), '`fields.x` opens with something that any sentence may hold.'],
    [withField({ open: ['<x>', '<'] }), '`fields.x` opens with something that any sentence may hold.'],
    [
      { start_anchor: '<a>', fields: { x: { open_pattern: '\\w+\\s' } } },
      '`fields.x` opens with something that any sentence may hold.',
    ],
    [withField({ opens: 1 }), '`fields.x.opens` is not known'],
    [withField({ open_pattern: 'b' }), '`fields.x.open` and `fields.x.open_pattern` exclude each other.'],
    [withField({ close: ['', 'a'] }), '`fields.x.close` must hold strings'],
    [withField({ close: 3 }), '`fields.x.close` must be a string or a list of strings, and is a number.'],
    [withField({ close_pattern: '(?=a)' }), '`fields.x.close_pattern` uses a lookahead, which cannot be matched in one pass.'],
    [withField({ content: 'yaml' }), '`fields.x.content` names a parser that is not known'],
    [withField({ content_args: { trim: true } }), '`fields.x.content_args.trim` is not known'],
    [withField({ content: 'xml-inline' }), '`fields.x.content_args.tag_pattern` is missing'],
    [withField({ content: 'xml-inline', content_args: { tag_pattern: 'a' } }), 'must have a group that is named `key`'],
    [withField({ content: 'json', content_args: { string_delims: [['a']] } }), 'must hold pairs of strings'],
    [withField({ join: ', ' }), '`fields.x.join` needs `repeats: true`.'],
    [withField({ repeats: 'yes' }), '`fields.x.repeats` must be `true` or `false`, and is a string.'],
    [withField({ transform_each: true }), '`fields.x.transform_each` needs a `transform`.'],
    [withField({ transform: { a: 'b {content}' } }), '`fields.x.transform.a` mixes a placeholder with other text.'],
    [withField({ close_pattern: '(?P<name>a)' }), 'names groups (name) and has no `transform`'],
    [{ ...withField({}), constructor: 1 }, '`constructor` is not known'],
  ])('%j', (template, why) => expect(refusal(template)).toContain(why))

  test('whatever of a good one is put out of shape, it is refused with a sentence or taken', () => {
    for (const { template } of responseSamples)
      for (const wrong of [null, 1, 'x', [], {}, true]) {
        const text = JSON.stringify(template)
        for (const key of new Set(text.match(/"\w+":/g)))
          expect(
            refusal(JSON.parse(text, (name, value: JsonValue) => (`"${name}":` === key ? wrong : value)) as JsonValue),
          ).toMatch(/accepted|.{12}/)
      }
  })
})
