import { MAX_JSON_DEPTH, nestsTooDeep } from '@parley/dialects'
import { refusal } from '../http-fault.ts'

/** The JSON body of a request, never more of it than allowed. Throws the fault that the client should see. */
export async function readBody(request: Request, limit: number): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if ((request.headers.get('content-encoding') || 'identity') !== 'identity')
    throw refusal('request/invalid', 'The body is compressed. Send it as plain JSON, without a `content-encoding` header.')
  const text = await readText(request, limit)
  if (nestsTooDeep(text))
    throw refusal('request/invalid', `The body nests deeper than ${MAX_JSON_DEPTH} levels. Send a flatter one.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    const where = error instanceof SyntaxError ? ` (${error.message})` : ''
    throw refusal('request/invalid', `The body is not valid JSON${where}. Send one JSON object.`)
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  if (request.headers.has('content-length')) return await request.text()
  const reader = request.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.byteLength
    if (size > limit) {
      await reader?.cancel()
      throw tooLarge(limit)
    }
    text += decoder.decode(piece.value, { stream: true })
  }
  return text + decoder.decode()
}

function tooLarge(limit: number) {
  const size = limit >= 1024 * 1024 ? `${Math.floor(limit / 1024 / 1024)} MB` : `${Math.floor(limit / 1024)} KB`
  return refusal(
    'request/too-large',
    `The body is larger than ${size}. Send fewer or smaller messages, or raise limits.bodyBytes.`,
  )
}
