import {
  type AssistantMessage,
  auto,
  createParser,
  type Dialect,
  generousMender,
  type SpokenPart,
  type ToolSpec,
} from '@parley/dialects'
import { GLANCE } from '../http/json/read-json.ts'
import { type Paced, PIECE } from '../safety/pace.ts'
import { MOST_SPOKEN, MOST_VALUES } from '../spoken-results/spoken-result.ts'
import type { SaidCall } from './open-calls.ts'

/** No model reads a longer conversation. What is longer is not looked through for the dialects that nobody asked for. */
const MOST_GUESSED = 4_000_000
/** What an answer costs there besides its words, in characters. */
const ANSWER = 512

const COMMA = 44
/** `[` differs from `{` in one bit. */
const OPEN_BRACE = 123

export interface Speaking {
  readonly tools: readonly ToolSpec[]
  /** The dialect that the request asks for; any other may have been spoken earlier in the conversation. */
  readonly chosen: Dialect | undefined
  /** How much of the conversation was looked through for any dialect, in characters. */
  guessed: number
}

export interface Answer {
  readonly message: AssistantMessage
  readonly calls: readonly SaidCall[]
  /** The calls were found in a dialect that nobody asked for: they may be an example, unless a result answers one. */
  readonly doubtful: boolean
}

/** Stands for an id where a call was written without one; no model writes it. */
const UNSPOKEN = '\u0000'

/**
 * An answer of the model whose calls may stand in its text. They keep their ids; where one is taken, or there is none, they get
 * the next number. `taken` grows by them.
 */
export function* readingSaidCalls(message: AssistantMessage, speaking: Speaking, taken: Set<string>): Paced<Answer> {
  const { parts } = message
  const native = parts.some(isCall)
  const spoken = native ? undefined : yield* spokenParts(parts, speaking)
  const read = spoken?.parts ?? parts
  const calls: SaidCall[] = []
  let made = taken.size
  const unique = (own: string): string => {
    let id = own.startsWith(UNSPOKEN) ? `call_${++made}` : own
    // What came as calls has the ids that its results name.
    if (!native) while (taken.has(id)) id = `call_${++made}`
    taken.add(id)
    return id
  }
  const named = read.map((part): SpokenPart => {
    if (!isCall(part)) return part
    const call = { ...part, id: unique(part.id) }
    const given = part.id.startsWith(UNSPOKEN) ? { place: part.id.slice(UNSPOKEN.length) } : { spokenId: part.id }
    if (call.type === 'tool-call') calls.push({ call, ...given })
    return call
  })
  return { message: { ...message, parts: named }, calls, doubtful: spoken?.doubtful ?? false }
}

const isCall = (part: SpokenPart) => part.type === 'tool-call' || part.type === 'broken-call'

interface Spoken {
  readonly parts: readonly SpokenPart[]
  readonly doubtful: boolean
}

/** What the text says when it is read. Undefined: it holds no calls, and stays as it is. */
function* spokenParts(parts: readonly SpokenPart[], speaking: Speaking): Paced<Spoken | undefined> {
  const { tools, chosen } = speaking
  const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  if (words.trim() === '' || (yield* isOverfull(words))) return undefined
  const asked = chosen ? yield* readWords(words, chosen, tools) : []
  const doubtful = !asked.some(isCall)
  if (doubtful) speaking.guessed += words.length + ANSWER
  if (doubtful && speaking.guessed > MOST_GUESSED) return undefined
  const found = doubtful ? yield* readWords(words, auto, tools) : asked
  if (!found.some(isCall)) return undefined
  const others = parts.filter(({ type }) => type !== 'text')
  return { parts: [...others, ...found.filter((part) => part.type !== 'text' || part.text.trim() !== '')], doubtful }
}

/** Whether the words hold more lists, objects and commas than a body may hold values: they would be made into values at once. */
function* isOverfull(words: string): Paced<boolean> {
  let values = 0
  for (let at = 0; at < words.length; at++) {
    const unit = words.charCodeAt(at)
    if ((unit === COMMA || (unit | 32) === OPEN_BRACE) && ++values > MOST_VALUES) return true
    if (at % PIECE === PIECE - 1) yield PIECE * GLANCE
  }
  return false
}

/** The same as reading it at once: the parser is made for answers that come in pieces. */
function* readWords(words: string, dialect: Dialect, tools: readonly ToolSpec[]): Paced<readonly SpokenPart[]> {
  let made = 0
  const newId = (): string => `${UNSPOKEN}${++made}`
  const reading = { dialect, tools, newId, mender: generousMender, drafts: 'ignore', startsInReasoning: 'maybe' } as const
  const parser = createParser(reading)
  const parts: SpokenPart[] = []
  let calls = 0
  const collect = (events: ReturnType<typeof parser.push>): void => {
    for (const event of events) {
      if (event.type !== 'part-end') continue
      parts[event.part] = event.value
      if (isCall(event.value)) calls++
    }
  }
  for (let at = 0; at < words.length; at += PIECE) {
    collect(parser.push(words.slice(at, at + PIECE)))
    // A call without an id gets one when it begins, and may be told only at the end: a thought could have been open.
    if (Math.max(made, calls) > MOST_SPOKEN) return []
    yield Math.min(PIECE, words.length - at)
  }
  collect(parser.end())
  return calls > MOST_SPOKEN ? [] : parts
}
