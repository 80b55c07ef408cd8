import { isJsonObject, type JsonObject } from '@parley/dialects'

/** The events of a stream of ours, one after the other, whatever their kind. Comments are passed over. */
export async function* eventsOf(response: Response): AsyncGenerator<JsonObject> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const blocks = `${rest}${piece.value}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) yield* batchIn(block.slice(6))
  }
}

function batchIn(data: string): readonly JsonObject[] {
  const batch: unknown = JSON.parse(data)
  return Array.isArray(batch) ? batch.filter(isJsonObject) : []
}
