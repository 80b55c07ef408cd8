import { ALL_TYPES, type JsonType } from '../values/schema-types.ts'

const STRING: ReadonlySet<JsonType> = /* @__PURE__ */ new Set(['string'])

type Types = ReadonlySet<JsonType>

/** What a value says of itself counts where the schema allows it; a declared string stays one. */
export function declaredTypes(types: Types, isString: boolean | undefined): Types {
  if (isString === undefined) return types
  if (isString) return types.size === 0 || types.has('string') ? STRING : types
  return types.size === 0 ? ALL_TYPES : types
}

/** The same where an attribute names the type: `<param name="year" type="number">`. */
export function typeAttribute(attributes: ReadonlyMap<string, string>, types: Types): Types {
  const type = attributes.get('type')
  return declaredTypes(types, type === undefined ? undefined : type === 'string')
}
