import { inspect } from './inspect.ts'
import { typeName } from './names.ts'
import { plainJson } from './plain-json.ts'
import { isErrorObject, readError } from './special-objects.ts'

/** A value in words, and as JSON text when it is plain data. */
export function describeValue(value: unknown, maxLength: number) {
  const { text, cut } = inspect(value, maxLength)
  const json = plainJson(value, maxLength)
  return { text, cut, kind: typeName(value), ...(json === undefined ? {} : { json }) }
}

export function describeThrown(error: unknown) {
  return isErrorObject(error) ? readError(error) : { name: '', message: inspect(error, 10_000).text, stack: '' }
}
