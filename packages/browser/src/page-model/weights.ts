import { FaultError } from '@parley/dialects'
import { type RangedBytes, urlBytes } from '@parley/dialects/model-files'
import { say } from '../words/page-model.ts'

/** A file of weights that can be looked into before it is copied: a `File` of this computer, or one of our server. */
export interface Weights extends RangedBytes {
  readonly name: string
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
}

/** A model that the server has on its disk. */
export function weightsOfServer(model: string, size: number, server = ''): Weights {
  const url = `${server}/api/engine/models/${encodeURIComponent(model)}/weights`
  const name = `${model}.gguf`
  const pour = async (into: WritableStream<Uint8Array<ArrayBuffer>>): Promise<void> => {
    try {
      const { ok, status, body } = await fetch(url)
      if (!ok || !body) throw new Error(`status ${status}`)
      await body.pipeTo(into, { preventAbort: true })
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      const sentence = say('page-model.broke-off', { file: name, why })
      await into.abort(new FaultError({ code: 'transport/disconnected', ...sentence, retryable: true }, { cause }))
    }
  }
  return {
    name,
    size,
    slice: (from, to) => urlBytes(url, fetch).slice(from, Math.min(to, size)),
    stream() {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
      // Whoever reads it hears of a failure; one who has left has no use for it.
      pour(writable).catch(() => {})
      return readable
    },
  }
}
