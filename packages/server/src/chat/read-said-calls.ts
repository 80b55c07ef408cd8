import {
  type AssistantMessage,
  auto,
  createParser,
  type Dialect,
  generousMender,
  type SpokenPart,
  type ToolSpec,
} from '@parley/dialects'
import { type Paced, PIECE } from '../safety/pace.ts'
import type { SaidCall } from './open-calls.ts'

export interface Speaking {
  readonly tools: readonly ToolSpec[]
  /** The dialect that the request asks for; any other may have been spoken earlier in the conversation. */
  readonly chosen: Dialect | undefined
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
function* spokenParts(parts: readonly SpokenPart[], { tools, chosen }: Speaking): Paced<Spoken | undefined> {
  const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  if (words.trim() === '') return undefined
  const asked = chosen ? yield* readWords(words, chosen, tools) : []
  const doubtful = !asked.some(isCall)
  const found = doubtful ? yield* readWords(words, auto, tools) : asked
  if (!found.some(isCall)) return undefined
  const others = parts.filter(({ type }) => type !== 'text')
  return { parts: [...others, ...found.filter((part) => part.type !== 'text' || part.text.trim() !== '')], doubtful }
}

/** The same as reading it at once: the parser is made for answers that come in pieces. */
function* readWords(words: string, dialect: Dialect, tools: readonly ToolSpec[]): Paced<readonly SpokenPart[]> {
  let made = 0
  const newId = (): string => `${UNSPOKEN}${++made}`
  const reading = { dialect, tools, newId, mender: generousMender, drafts: 'ignore', startsInReasoning: 'maybe' } as const
  const parser = createParser(reading)
  const parts: SpokenPart[] = []
  const collect = (events: ReturnType<typeof parser.push>): void => {
    for (const event of events) if (event.type === 'part-end') parts[event.part] = event.value
  }
  for (let at = 0; at < words.length; at += PIECE) {
    collect(parser.push(words.slice(at, at + PIECE)))
    yield Math.min(PIECE, words.length - at)
  }
  collect(parser.end())
  return parts
}
