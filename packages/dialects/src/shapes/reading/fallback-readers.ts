import { isJsonObject, type JsonValue } from '../../canonical/json.ts'
import type { Flaw } from '../../canonical/part.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import type { Step } from '../../engine/readers.ts'
import type { Reader, Source } from '../../engine/source.ts'
import { invisibleCharacters } from '../../repair/invisible-characters.ts'
import { readElements } from '../elements/elements.ts'
import { bareCallMarks } from '../json/bare-call-mark.ts'
import type { CallParts } from '../json/call-shape.ts'
import { callsInValue } from '../json/calls-in-value.ts'
import { type JsonForms, jsonForms } from '../json/json-block.ts'
import { namedRun } from '../named/named-calls.ts'
import { readPythonCalls } from '../python/python-calls.ts'
import { taggedGrammar } from '../tags/tagged-block.ts'
import { readYamlCalls } from '../yaml/yaml-calls.ts'
import type { Reading } from './reading.ts'
import { type Bounds, mendExactly } from './salvage.ts'

/** Readers of forms that a dialect does not mostly write. Handed in with the mender, so that a page with one dialect stays small. */
export interface FallbackReaders {
  /** JSON where a dialect writes elements or Python. Absent: such a call is a broken call. */
  readonly json?: JsonForms | undefined
  /** Elements where a dialect mostly writes JSON. Absent: such a call is a broken call. */
  readonly tagged?: typeof taggedGrammar
  /** Python's calls where a dialect mostly writes JSON. Absent: such a call is a broken call. */
  readonly python?: typeof readPythonCalls
  /** Names outside of the JSON where a dialect mostly writes lists. Absent: such a call is text. */
  readonly named?: typeof namedRun
  /** Calls whose marks were lost on the way. Absent: such a call is text. */
  readonly bare?: typeof bareCallMarks
  /** Elements named like parameters where a dialect mostly writes something else. Absent: such a call is a broken call. */
  readonly elements?: typeof readElements
  /** A YAML list where a dialect mostly writes a JSON list. Absent: such a call is text. */
  readonly yaml?: typeof readYamlCalls
  /** White space that cannot be seen. Absent: behind an opening mark, it makes of that mark a mere mention. */
  readonly unseen?: typeof skipUnseen
  /** JSON that is damaged. Absent: such a call is a broken call. */
  readonly mended?: MendedCalls
}

/** The text of calls that are damaged and were brought to an end. */
type Damaged = Bounds & { readonly text: string }

/** Reads damaged JSON as well as it can be read. Both say whether they could; if not, nothing was written. */
interface MendedCalls {
  /** The calls in the text; the first goes to `writer`. */
  calls(reading: Reading, writer: CallWriter, damaged: Damaged): boolean
  /** The arguments of a call that has its name already. */
  input(writer: CallWriter, damaged: Damaged): boolean
}

const mendedCalls: MendedCalls = {
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

/** Byte order marks, zero-width characters and spaces that no format knows. */
const UNSEEN = /[\s\uFEFF\u200B-\u200F\u2060\u00AD]/

class Unseen implements Reader {
  done = false
  odd = false
  read(text: string, at: number, ended: boolean): number {
    let index = at
    for (; index < text.length && UNSEEN.test(text.charAt(index)); index++) this.odd ||= text.charCodeAt(index) > 32
    this.done = index < text.length || ended
    return index
  }
}

/** Reads white space and what cannot be seen; returns the flaw of it, if there was any. */
function* skipUnseen(source: Source): Step<Flaw | undefined> {
  const { odd } = yield* source.run(new Unseen())
  const { id, message } = invisibleCharacters
  return odd ? { id, message } : undefined
}

export const fallbackReaders: FallbackReaders = {
  json: jsonForms,
  tagged: taggedGrammar,
  python: readPythonCalls,
  named: namedRun,
  bare: bareCallMarks,
  elements: readElements,
  yaml: readYamlCalls,
  mended: mendedCalls,
  unseen: skipUnseen,
}
