import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import type { CallParts } from '../json/call-shape.ts'
import { callsInValue } from '../json/calls-in-value.ts'
import type { Reading } from './reading.ts'
import { type Bounds, mendExactly } from './salvage.ts'

/** The text of calls that are damaged and were brought to an end. */
type Damaged = Bounds & { readonly text: string }

/** Reads damaged JSON as well as it can be read. Both say whether they could; if not, nothing was written. */
export interface MendedCalls {
  /** The calls in the text; the first goes to `writer`. */
  calls(reading: Reading, writer: CallWriter, damaged: Damaged): boolean
  /** The arguments of a call that has its name already. */
  input(writer: CallWriter, damaged: Damaged): boolean
}

export const mendedCalls: MendedCalls = {
  calls(reading, writer, damaged) {
    const mended = mendExactly(writer, bodyOf(damaged))
    if (mended === undefined) return false
    const flaws = [...mended.flaws]
    const [first, ...others] = (damaged.shape?.inValue ?? callsInValue)(mended.value, (inner): JsonValue | undefined => {
      const found = mendExactly(writer, inner)
      flaws.push(...(found?.flaws ?? []))
      return found?.value
    })
    if (first === undefined) return false
    if (!writeMended(writer, first, damaged.text)) return false
    for (const other of others) {
      const next = reading.write.call()
      for (const flaw of flaws) next.flaw(flaw)
      writeMended(next, other, '')
    }
    return true
  },
  input(writer, damaged) {
    const name = writer.knownName
    const mended = name === undefined ? undefined : mendExactly(writer, bodyOf(damaged))
    if (name === undefined || mended === undefined || !isJsonObject(mended.value)) return false
    return writeMended(writer, { name, input: mended.value }, damaged.text)
  },
}

/** Ends a call with what it must have meant. False when that contradicts what was passed on already. */
function writeMended(writer: CallWriter, { name, input, id }: CallParts, source: string): boolean {
  if (writer.knownName !== undefined && writer.knownName !== name) return false
  if (id !== undefined) writer.id(id)
  const rest = writer.rest(input)
  if (rest === undefined) return false
  writer.name(name)
  writer.input(rest)
  writer.end(source)
  return true
}

/** The text without the marks and the fence around it. An opener that is itself JSON stays: `{"tool_calls"`. */
function bodyOf({ text, opener, begun = '', closers, tails = [] }: Damaged): string {
  const body = text.startsWith(opener) ? text.slice(opener.length - begun.length) : text
  const closer = [...closers, ...tails].find((mark) => body.endsWith(mark))
  const bare = body.slice(0, body.length - (closer?.length ?? 0)).trim()
  const unfenced = bare.endsWith('```') ? bare.slice(0, -3).trim() : bare
  return unfenced.replace(/^```[\w-]*/, '').replace(/^,/, '')
}
