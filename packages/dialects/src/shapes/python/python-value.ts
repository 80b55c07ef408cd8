import { DEPTHS } from '../../canonical/depths.ts'
import { say } from '../../canonical/words.ts'
import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, take, WordReader } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import { escaped } from '../values/input-writer.ts'
import { PythonText } from './python-text.ts'

const QUOTES = new MarkSet(['"""', "'''", '"', "'"])
const PUNCTUATION = new MarkSet(['[', ']', '(', ')', '{', '}', ',', ':', '='])
const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['true', 'true'],
  ['False', 'false'],
  ['false', 'false'],
  ['None', 'null'],
  ['null', 'null'],
])

/** Reads one Python literal and passes it on as JSON text, strings as they arrive. Nothing is ever evaluated. */
export function* readPythonValue(source: Source, sink: (json: string) => void, depth = 0): Step {
  if (depth > DEPTHS.literal) throw new Damage(say('call.deep'))
  const next = yield* peekSolid(source)
  if (next === '"' || next === "'") return yield* readPythonString(source, sink)
  if (next === '[' || next === '(') return yield* readSequence(source, sink, { depth, close: next === '[' ? ']' : ')' })
  if (next === '{') return yield* readDictionary(source, sink, depth)
  const { word } = yield* source.run(new WordReader())
  sink(wordJson(word, next))
}

function* readPythonString(source: Source, sink: (json: string) => void): Step {
  const quote = (yield* take(source, QUOTES)) ?? '"'
  sink('"')
  const { problem } = yield* source.run(new PythonText(quote, (decoded) => sink(escaped(decoded))))
  if (problem !== undefined) throw new Damage(problem)
  sink('"')
}

interface Sequence {
  readonly depth: number
  readonly close: string
}

function* readSequence(source: Source, sink: (json: string) => void, { depth, close }: Sequence): Step {
  yield* take(source, PUNCTUATION)
  sink('[')
  yield* readItems(source, sink, { depth, close }, 0)
}

/** The items from the one at `place` on, to behind the closing bracket. */
function* readItems(source: Source, sink: (json: string) => void, { depth, close }: Sequence, place: number): Step {
  for (let index = place; (yield* peekSolid(source)) !== close; index++) {
    if (index > 0) {
      yield* want(source, ',')
      if ((yield* peekSolid(source)) === close) break
      sink(',')
    }
    yield* readPythonValue(source, sink, depth + 1)
  }
  yield* want(source, close)
  sink(']')
}

/** A dictionary, or a set, which becomes a list: `{'a': 1}`, `{'a', 'b'}`. */
function* readDictionary(source: Source, sink: (json: string) => void, depth: number): Step {
  yield* take(source, PUNCTUATION)
  let begun = false
  for (let index = 0; (yield* peekSolid(source)) !== '}'; index++) {
    if (index > 0) {
      yield* want(source, ',')
      if ((yield* peekSolid(source)) === '}') break
    }
    const { key, item } = yield* readKey(source)
    const next = yield* peekSolid(source)
    if (index === 0 && (next === ',' || next === '}')) {
      sink(`[${item}`)
      return yield* readItems(source, sink, { depth, close: '}' }, 1)
    }
    sink(`${index === 0 ? '{' : ','}${key}:`)
    yield* want(source, ':')
    yield* readPythonValue(source, sink, depth + 1)
    begun = true
  }
  yield* want(source, '}')
  sink(begun ? '}' : '{}')
}

/** JSON's keys are strings, whatever Python's are; `item` is what the same says in a set. */
function* readKey(source: Source): Step<{ readonly key: string; readonly item: string }> {
  const next = yield* peekSolid(source)
  if (next === '"' || next === "'") {
    let key = ''
    yield* readPythonString(source, (json) => (key += json))
    return { key, item: key }
  }
  const { word } = yield* source.run(new WordReader())
  if (word === '') throw new Damage(say('call.key-expected', { next }))
  return { key: JSON.stringify(word), item: wordJson(word, next) }
}

/** Reads `char`, white space before it set aside. */
export function* want(source: Source, char: string): Step {
  const next = yield* peekSolid(source)
  if (next !== char)
    throw new Damage(next === '' ? say('call.breaks-off-at', { mark: char }) : say('call.mark-expected', { mark: char, next }))
  yield* take(source, PUNCTUATION)
}

function wordJson(word: string, next: string): string {
  if (word === '') throw new Damage(next === '' ? say('call.value-missing') : say('call.value-expected', { next }))
  const known = WORDS.get(word)
  if (known !== undefined) return known
  return numberJson(word) ?? JSON.stringify(word)
}

/** A number as JSON spells it: `1_000`, `.5`, `5.` and `007` are Python's or a model's spelling. */
function numberJson(word: string): string | undefined {
  const [, sign, whole, fraction, exponent] = /^([+-]?)(\d[\d_]*)?(\.\d*)?([eE][+-]?\d+)?$/.exec(word) ?? []
  if (sign === undefined || (whole === undefined && (fraction === undefined || fraction === '.'))) return undefined
  const integer = (whole ?? '0').replaceAll('_', '').replace(/^0+(?=\d)/, '')
  return `${sign === '-' ? '-' : ''}${integer}${fraction === undefined || fraction === '.' ? '' : fraction}${exponent ?? ''}`
}
