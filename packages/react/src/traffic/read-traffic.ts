import { type Fault, faultOf, isJsonObject, type JsonObject, type JsonValue, ownValue, type SpokenPart } from '@parley/dialects'

/** One request at the gateway, as the server tells of it. */
export interface SeenRequest {
  readonly id: string
  readonly at: number
  readonly client: string
  readonly path: string
  /** As the client named it; empty where its body could not be read. */
  readonly model: string
  readonly answeredBy: string | undefined
  readonly speech: string | undefined
  readonly status: number | undefined
  /** How it ended. Absent: it is under way. */
  readonly end: string | undefined
  readonly fault: Fault | undefined
  readonly ms: number | undefined
  readonly firstMs: number | undefined
  readonly input: number
  readonly output: number
  /** Of what was read, what was still known from before. Absent: nobody said. */
  readonly cached: number | undefined
  /** Whether a grammar, or a schema, held every token. Absent: nobody knows. */
  readonly held: boolean
  readonly estimated: boolean
  readonly calls: number
  readonly flaws: number
  readonly replayOf: string | undefined
}

export interface CutText {
  readonly text: string
  readonly cut: number
}

export interface OpenedRequest {
  readonly entry: SeenRequest
  readonly headers: Readonly<Record<string, string>>
  /** Absent: it is not kept. */
  readonly body: CutText | undefined
  readonly prompts: readonly CutText[]
  readonly parts: readonly SpokenPart[]
}

const textIn = (value: JsonObject, key: string): string | undefined => {
  const text = ownValue(value, key)
  return typeof text === 'string' ? text : undefined
}
const countIn = (value: JsonObject, key: string): number | undefined => {
  const count = ownValue(value, key)
  return typeof count === 'number' ? count : undefined
}
const objectIn = (value: JsonObject, key: string): JsonObject => {
  const object = ownValue(value, key)
  return isJsonObject(object) ? object : {}
}

export function readEntry(value: JsonObject): SeenRequest {
  const usage = objectIn(value, 'usage')
  return {
    id: textIn(value, 'id') ?? '',
    at: countIn(value, 'at') ?? 0,
    client: textIn(value, 'client') ?? '',
    path: textIn(value, 'path') ?? '',
    model: textIn(value, 'model') ?? '',
    answeredBy: textIn(value, 'answeredBy'),
    speech: textIn(value, 'speech'),
    status: countIn(value, 'status'),
    end: textIn(value, 'end'),
    fault: faultOf({ fault: ownValue(value, 'fault') }),
    ms: countIn(value, 'ms'),
    firstMs: countIn(value, 'firstMs'),
    input: countIn(usage, 'inputTokens') ?? 0,
    output: countIn(usage, 'outputTokens') ?? 0,
    cached: countIn(usage, 'cachedInputTokens'),
    held: ownValue(value, 'held') === true,
    estimated: ownValue(usage, 'estimated') === true,
    calls: countIn(value, 'calls') ?? 0,
    flaws: countIn(value, 'flaws') ?? 0,
    replayOf: textIn(value, 'replayOf'),
  }
}

export function readOpened(value: unknown): OpenedRequest {
  const opened = isJsonObject(value) ? value : {}
  const [prompts, parts] = [ownValue(opened, 'prompts'), ownValue(opened, 'parts')]
  const headers = Object.entries(objectIn(opened, 'headers'))
  return {
    entry: readEntry(objectIn(opened, 'entry')),
    headers: Object.fromEntries(headers.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []))),
    body: readText(ownValue(opened, 'body')),
    prompts: (Array.isArray(prompts) ? prompts : []).flatMap((text) => readText(text) ?? []),
    // Invariant: our own server read them as such; only the outermost form is checked here.
    parts: (Array.isArray(parts) ? parts : []).filter(isJsonObject) as unknown as readonly SpokenPart[],
  }
}

function readText(value: JsonValue | undefined): CutText | undefined {
  const text = isJsonObject(value) ? textIn(value, 'text') : undefined
  return isJsonObject(value) && text !== undefined ? { text, cut: countIn(value, 'cut') ?? 0 } : undefined
}
