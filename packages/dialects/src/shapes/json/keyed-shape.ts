import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import { say } from '../../canonical/words.ts'
import { Damage } from '../../engine/damage.ts'
import { type CallShape, readInput } from './call-shape.ts'
import { inputValue } from './calls-in-value.ts'
import { readObject } from './read-json.ts'

/** `{"find_book": {"title": "Momo"}}`: the key is the tool. */
export const keyedShape: CallShape = {
  *read(source, call) {
    yield* readObject(source, function* (key) {
      if (call.knownName !== undefined) throw new Damage(say('call.tools-many'))
      call.name(key)
      yield* readInput(source, call)
    })
  },
  inValue: (value, mend) =>
    (Array.isArray(value) ? value : [value]).flatMap((item: JsonValue) =>
      isJsonObject(item)
        ? Object.entries(item).flatMap(([name, given]) => {
            const input = inputValue(given, mend)
            return name === '' || input === undefined ? [] : [{ name, input }]
          })
        : [],
    ),
}
