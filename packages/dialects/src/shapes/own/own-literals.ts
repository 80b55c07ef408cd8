import { DEPTHS } from '../../canonical/depths.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { CLOSER_MISSING, Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, take, UntilMark, WordReader } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import { readText } from '../json/read-json.ts'
import { want } from '../python/python-value.ts'
import type { Reading } from '../reading/reading.ts'
import { ENTANGLED, endDamaged, unreadable } from '../reading/salvage.ts'
import { escaped, InputWriter } from '../values/input-writer.ts'

/** The marks of a dialect that writes values its own way. */
export interface OwnLiterals {
  readonly open: string
  readonly close: string
  /** Stands on both sides of a string. */
  readonly quote: string
}

const COLON = new MarkSet([':'])
const NAME_END = new MarkSet(['{', '<', '\n'])

/** `call:NAME{key:value}` from behind the opening mark, empty where it was lost, to behind the closing one. */
export function* readOwnCall(reading: Reading, literals: OwnLiterals, opener = literals.open): Step {
  const { source, write } = reading
  source.record(opener)
  const call = write.call()
  const first = yield* peekSolid(source)
  const { word } = yield* source.run(new WordReader())
  // A mark that no call follows was only mentioned.
  if (first === '' || word !== 'call' || (yield* take(source, COLON)) === undefined) return write.text(source.takeRecord())
  try {
    let name = ''
    const { found } = yield* source.run(new UntilMark(NAME_END, (piece) => (name += name.length > 256 ? '' : piece)))
    if (found?.text !== '{') throw new Damage(say('call.arguments-missing'))
    source.giveBack(found.text)
    call.name(name.trim())
    yield* readMembers(source, call, { literals, depth: 0, bare: opener === '' })
    yield* peekSolid(source)
    if ((yield* take(source, new MarkSet([literals.close]))) === undefined) call.flaw(CLOSER_MISSING)
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    const closers = opener === '' ? [] : [literals.close]
    const bounds = { opener, closers, barriers: [`${literals.open}call:`] }
    const { text, closed, flaw } = yield* endDamaged(reading, bounds)
    call.broken(text, unreadable(error.sentence))
    // The next call may be part of a string that was not closed.
    if (!closed || flaw) write.doubt = ENTANGLED
  }
}

function* readMembers(source: Source, call: CallWriter, within: Within): Step {
  const input = new InputWriter(call)
  yield* want(source, '{')
  for (let index = 0; (yield* peekSolid(source)) !== '}'; index++) {
    if (index > 0) yield* want(source, ',')
    if ((yield* peekSolid(source)) === '}') break
    input.start(yield* readKey(source, within.literals))
    yield* readOwnValue(source, (json) => call.input(json), within)
  }
  yield* want(source, '}')
  input.close()
}

const KEY_ENDS = new MarkSet([':', '{', '}', ','])
const DOUBLE = new MarkSet(['"'])

function* readKey(source: Source, { quote }: OwnLiterals): Step<string> {
  let key = ''
  const next = yield* peekSolid(source)
  const quoted = (yield* take(source, new MarkSet([quote]))) ?? (yield* take(source, DOUBLE))
  const ends = quoted === undefined ? KEY_ENDS : new MarkSet([quoted])
  const { found } = yield* source.run(new UntilMark(ends, (piece) => (key += key.length > 512 ? '' : piece)))
  if (found === undefined || (found.text !== ':' && found.text !== quoted)) throw new Damage(say('call.key-expected', { next }))
  if (quoted !== undefined) yield* want(source, ':')
  return quoted === undefined ? key.trim() : key
}

interface Within {
  readonly literals: OwnLiterals
  readonly depth: number
  /** The marks of the call were lost, so those of strings may be: nothing tells then where one ends. */
  readonly bare: boolean
}

function* readOwnValue(source: Source, sink: (json: string) => void, within: Within): Step {
  if (within.depth > DEPTHS.literal) throw new Damage(say('call.deep'))
  const { quote, open, close } = within.literals
  const next = yield* peekSolid(source)
  const quotes = new MarkSet([quote])
  if ((yield* take(source, quotes)) !== undefined) {
    sink('"')
    const { found } = yield* source.run(new UntilMark(new MarkSet([quote, close, `${open}call:`]), (text) => sink(escaped(text))))
    if (found?.text !== quote) throw new Damage(say('call.string-unclosed'))
    return sink('"')
  }
  if (next === '"') return yield* readQuoted(source, sink)
  if (next === '[') return yield* readList(source, sink, within)
  if (next === '{') return yield* readNested(source, sink, within)
  const { word } = yield* source.run(new WordReader())
  if (word === '') throw new Damage(next === '' ? say('call.value-missing') : say('call.value-expected', { next }))
  const isString = !/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)
  if (isString && within.bare) throw new Damage(say('call.string-bare'))
  sink(isString ? JSON.stringify(word) : word)
}

/** A string as JSON writes it. */
function* readQuoted(source: Source, sink: (json: string) => void): Step {
  sink('"')
  yield* readText(source, (text) => sink(escaped(text)))
  sink('"')
}

function* readList(source: Source, sink: (json: string) => void, within: Within): Step {
  yield* want(source, '[')
  sink('[')
  for (let index = 0; (yield* peekSolid(source)) !== ']'; index++) {
    if (index > 0) yield* want(source, ',')
    if (index > 0) sink(',')
    yield* readOwnValue(source, sink, { ...within, depth: within.depth + 1 })
  }
  yield* want(source, ']')
  sink(']')
}

function* readNested(source: Source, sink: (json: string) => void, within: Within): Step {
  yield* want(source, '{')
  sink('{')
  for (let index = 0; (yield* peekSolid(source)) !== '}'; index++) {
    if (index > 0) yield* want(source, ',')
    sink(`${index > 0 ? ',' : ''}${JSON.stringify(yield* readKey(source, within.literals))}:`)
    yield* readOwnValue(source, sink, { ...within, depth: within.depth + 1 })
  }
  yield* want(source, '}')
  sink('}')
}
