import { FaultError, faultOf, type JsonValue, MAX_JSON_DEPTH } from '@parley/dialects'
import type { Limits } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import { createPace, type Paced, unhurried } from '../safety/pace.ts'
import { say } from '../words.ts'
import { GLANCE, readingJson, weighing, weighingArguments } from './json/read-json.ts'

export type BodyLimits = Pick<Limits, 'bodyBytes' | 'bodyValues'>

/** The JSON body of a request, never more of it than allowed. Throws the fault that the client should see. */
export async function readBody(request: Request, { bodyBytes: limit, bodyValues }: BodyLimits): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if ((request.headers.get('content-encoding') || 'identity') !== 'identity')
    throw refusal('request/invalid', say('body.compressed'))
  if (request.bodyUsed) throw readBefore()
  const text = await readText(request, limit).catch((error: unknown) => {
    throw faultOf(error) ? error : isReadBefore(error) ? readBefore() : brokenOff(error)
  })
  return await unhurried(readingBody(text, bodyValues), createPace())
}

/** It is looked at before it is parsed: what is parsed lies in memory, and every value in it is looked at again and again. */
function* readingBody(text: string, most: number): Paced<JsonValue> {
  // It has just been put together.
  yield text.length * GLANCE
  const { depth, values } = yield* weighing(text)
  if (depth > MAX_JSON_DEPTH) throw refusal('request/invalid', say('body.deep', { most: MAX_JSON_DEPTH }))
  if (values > most) throw tooMany(most)
  const body = yield* parsing(text)
  const within = yield* weighingArguments(body)
  if (values + ARGUMENT * within.values > most) throw tooMany(most)
  if (within.characters > MOST_ARGUMENTS) throw refusal('request/too-large', say('body.arguments', { most: MOST_ARGUMENTS }))
  return body
}

/** A value in the arguments of a call is parsed, looked at for what was said twice, and written again. */
const ARGUMENT = 4
/** No model reads that much, and whoever reads it does so in one step. */
const MOST_ARGUMENTS = 2_000_000

function* parsing(text: string): Paced<JsonValue> {
  try {
    return yield* readingJson(text)
  } catch (error) {
    const where = error instanceof SyntaxError ? ` (${error.message})` : ''
    throw refusal('request/invalid', say('body.not-json', { where }))
  }
}

function tooMany(most: number): FaultError {
  return refusal('request/too-large', say('body.values', { most }))
}

async function readText(request: Request, limit: number): Promise<string> {
  if (request.headers.has('content-length')) return await request.text()
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(request, limit)) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** A body that is no text, never more of it than allowed. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  try {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for await (const piece of piecesOf(request, limit)) pieces.push(piece)
    return new Uint8Array(await new Blob(pieces).arrayBuffer())
  } catch (error) {
    throw faultOf(error) ? error : brokenOff(error)
  }
}

async function* piecesOf(request: Request, limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = request.body?.getReader()
  let size = 0
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      throw tooLarge(limit)
    }
    yield piece.value
  }
}

/** A host that reads the socket itself knows only now that `express.json()` was there first. */
const isReadBefore = (error: unknown) => error instanceof TypeError && error.message.startsWith('Body is unusable')

const readBefore = () => refusal('request/invalid', say('body.read-before'))

/** Whoever sends a body may leave before its end; that is no mistake of the server, and nobody is left to read this. */
function brokenOff(cause: unknown): FaultError {
  const sentence = say('body.broke-off')
  return new FaultError({ code: 'request/invalid', ...sentence, retryable: true }, { cause })
}

function tooLarge(limit: number) {
  const size = limit >= 1024 * 1024 ? `${Math.floor(limit / 1024 / 1024)} MB` : `${Math.floor(limit / 1024)} KB`
  return refusal('request/too-large', say('body.large', { size }))
}
