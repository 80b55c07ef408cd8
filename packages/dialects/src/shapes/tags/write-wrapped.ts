import type { CallWriter } from '../../engine/call-writer.ts'
import type { InputWriter } from '../values/input-writer.ts'
import { typedValue } from '../values/typed-value.ts'

/** The whole input, as an object that stands in the argument `key`; if it is none, it is that argument's value. */
export function writeWrapped(call: CallWriter, input: InputWriter, key: string, text: string): void {
  const json = typedValue(text, new Set(['object']), (damaged) => call.mend(damaged)?.text)
  if (!json.startsWith('{')) return input.json(key, json)
  call.input(json)
  input.written()
}
