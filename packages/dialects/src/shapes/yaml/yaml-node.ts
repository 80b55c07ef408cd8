import type { JsonSchema } from '../../canonical/json.ts'
import { isJsonObject, ownValue } from '../../canonical/json.ts'
import { memberSchema, typesOf } from '../values/schema-types.ts'
import { typedValue } from '../values/typed-value.ts'

/** A piece of YAML: a scalar keeps its spelling, because only the schema knows its type. */
export type YamlNode =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, YamlNode])[] }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[] }

/** The node as JSON text, typed by the schema. A value without one is a string. */
export function yamlJson(node: YamlNode, schema: JsonSchema | undefined): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text)
    case 'plain':
      return typedValue(node.text, typesOf(schema))
    case 'list': {
      const items = schema && ownValue(schema, 'items')
      return `[${node.items.map((item) => yamlJson(item, isJsonObject(items) ? items : undefined)).join(',')}]`
    }
    case 'map': {
      // A key that stands there twice does so in the JSON too, where it is found out.
      const members = node.entries.map(([key, value]) => {
        return `${JSON.stringify(key)}:${yamlJson(value, memberSchema(schema, key))}`
      })
      return `{${members.join(',')}}`
    }
    default:
      return node satisfies never
  }
}
