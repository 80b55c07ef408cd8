import { isJsonObject, isWording, type JsonObject, type JsonValue, ownValue, type Sentence } from '@parley/dialects'

/** What an examination would cost at most. */
export interface Plan {
  readonly choices: readonly { readonly choice: string; readonly why: string }[]
  readonly requests: number
  readonly tokens: number
}

export interface Progress {
  readonly done: number
  readonly most: number
  readonly tokens: number
  readonly restMs: number | undefined
  readonly choice: string
  readonly question: string
}

/** A card that is kept. */
export interface KeptCard {
  readonly id: string
  readonly model: string
  readonly at: string
  /** Absent: nothing was recommended. */
  readonly choice: string | undefined
}

export interface Piece {
  readonly kind: string
  /** Of the tool that was called natively. */
  readonly name?: string
  readonly text: string
}

export interface ShownProbe {
  readonly question: string
  readonly right: string
  readonly found: readonly Sentence[]
  readonly sent: readonly Piece[]
  readonly came: readonly Piece[]
  /** What the server said instead of an answer. */
  readonly problem: string
}

export interface ShownWay {
  readonly choice: string
  readonly why: string
  readonly ended: string
  readonly right: number
  readonly asked: number
  /** Of a hundred points. */
  readonly score: number
  readonly probes: readonly ShownProbe[]
  readonly remarks: readonly Sentence[]
}

/** A card, with what the server's readers make of it today. */
export interface ShownCard {
  /** As it is saved and shared. */
  readonly text: string
  readonly model: string
  readonly at: string
  readonly cost: { readonly requests: number; readonly tokens: number; readonly ms: number }
  readonly left: readonly string[]
  readonly ways: readonly ShownWay[]
  /** Absent: nothing is recommended. */
  readonly choice: string | undefined
  readonly thinks: boolean
  readonly reason: Sentence
  readonly replayed: Sentence
  readonly holds: boolean
}

const text = (object: JsonObject, key: string): string => {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}
const number = (object: JsonObject, key: string): number => {
  const value = ownValue(object, key)
  return typeof value === 'number' ? value : 0
}
const object = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const objects = (value: JsonValue | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const texts = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export function readSentence(value: unknown): Sentence {
  const given = object(value)
  const words = ownValue(given, 'words')
  return { message: text(given, 'message'), ...(isWording(words) && { words }) }
}

export function readPlan(body: unknown): Plan {
  const given = object(body)
  return {
    choices: objects(ownValue(given, 'choices')).map((one) => ({ choice: text(one, 'choice'), why: text(one, 'why') })),
    requests: number(given, 'requests'),
    tokens: number(given, 'tokens'),
  }
}

export function readProgress(event: JsonObject): Progress {
  const rest = ownValue(event, 'restMs')
  return {
    done: number(event, 'done'),
    most: number(event, 'most'),
    tokens: number(event, 'tokens'),
    restMs: typeof rest === 'number' ? rest : undefined,
    choice: text(event, 'choice'),
    question: text(event, 'case'),
  }
}

export function readKept(body: unknown): readonly KeptCard[] {
  return objects(ownValue(object(body), 'cards')).map((one) => ({
    id: text(one, 'id'),
    model: text(one, 'model'),
    at: text(one, 'at'),
    choice: text(object(ownValue(one, 'recommendation')), 'choice') || undefined,
  }))
}

/** The server's answer, believed only where it has the expected form. */
export function readShown(body: unknown): ShownCard {
  const card = object(ownValue(object(body), 'card'))
  const report = object(ownValue(object(body), 'report'))
  const recommendation = object(ownValue(report, 'recommendation'))
  const cost = object(ownValue(card, 'cost'))
  const recorded = objects(ownValue(card, 'candidates'))
  return {
    text: `${JSON.stringify(card, null, 1)}\n`,
    model: text(card, 'model'),
    at: text(card, 'at'),
    cost: {
      requests: number(cost, 'requests'),
      tokens: number(cost, 'inputTokens') + number(cost, 'outputTokens'),
      ms: number(cost, 'ms'),
    },
    left: texts(ownValue(card, 'left')),
    ways: objects(ownValue(report, 'candidates')).map((way, at) => readWay(way, object(recorded[at]))),
    choice: text(recommendation, 'choice') || undefined,
    thinks: ownValue(recommendation, 'reasoning') === true,
    reason: readSentence(ownValue(report, 'reason')),
    replayed: readSentence(ownValue(report, 'replayed')),
    holds: ownValue(report, 'holds') === true,
  }
}

function readWay(way: JsonObject, recorded: JsonObject): ShownWay {
  const evidence = objects(ownValue(recorded, 'probes'))
  return {
    choice: text(way, 'choice'),
    why: text(way, 'why'),
    ended: text(way, 'ended'),
    right: number(way, 'right'),
    asked: number(way, 'asked'),
    score: number(way, 'score'),
    remarks: objects(ownValue(way, 'remarks')).map(readSentence),
    probes: objects(ownValue(way, 'probes')).map((probe, at) => readProbe(probe, object(evidence[at]))),
  }
}

function readProbe(probe: JsonObject, recorded: JsonObject): ShownProbe {
  const answer = object(ownValue(recorded, 'answer'))
  return {
    question: text(probe, 'case'),
    right: text(probe, 'right'),
    found: objects(ownValue(probe, 'found')).map(readSentence),
    sent: objects(ownValue(recorded, 'request')).map((one) => ({ kind: text(one, 'role'), text: text(one, 'text') })),
    came: objects(ownValue(answer, 'parts')).map((one) => ({
      kind: text(one, 'type'),
      ...(text(one, 'name') !== '' && { name: text(one, 'name') }),
      text: text(one, 'type') === 'tool-call' ? text(one, 'input') : text(one, 'text'),
    })),
    problem: text(answer, 'problem'),
  }
}
