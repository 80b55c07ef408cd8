import { FaultError, faultOf } from '@parley/dialects'
import { say } from '../../words.ts'
import type { ByteReader, HandedBack, HandedOn, ProviderSettings, UpstreamAnswer } from '../provider.ts'
import { createWatchdog } from '../stream-reading.ts'
import { brokenOff, failedAnswer, timedOut, unreachable, withoutSecrets } from '../upstream-fault.ts'

/** More than any picture or recording. */
const MAX_BYTES = 128 * 1024 * 1024

type Settings = Pick<ProviderSettings, 'fetch' | 'label' | 'key' | 'patience' | 'url'>

/** For doors whose requests and answers are none of our business: there is a key to add, a time and a size to keep, and failures to name. */
export function passOn(options: Settings, headers: Readonly<Record<string, string>>) {
  return async ({ path, type, accept, body, signal }: HandedOn): Promise<HandedBack> => {
    const upstream = new AbortController()
    signal.addEventListener('abort', () => upstream.abort(signal.reason), { once: true })
    let begun = false
    const dog = createWatchdog(options.patience.first, options.patience.next, (limit) =>
      upstream.abort(timedOut(options.label, limit, begun ? 'nextTokenMs' : 'firstTokenMs')),
    )
    const told = (error: unknown): unknown => {
      dog.stop()
      const fault = faultOf(upstream.signal.aborted ? upstream.signal.reason : error)
      return fault ? new FaultError(withoutSecrets(fault, options.key), { cause: error }) : error
    }
    try {
      const sent = { 'content-type': type, accept, ...headers }
      const init: RequestInit = { method: 'POST', headers: sent, body, signal: upstream.signal, redirect: 'manual' }
      const answer = await options.fetch(`${options.url}${path}`, init).catch((error: unknown) => {
        throw faultOf(error) ? error : unreachable(options.label, error)
      })
      if (!answer.ok) throw await refused(options.label, path, answer)
      begun = true
      const reader = bounded(answer, options.label)
      return {
        type: answer.headers.get('content-type') ?? 'application/octet-stream',
        body: {
          async read() {
            dog.touch(true)
            try {
              const piece = await reader.read()
              if (piece.done) dog.stop()
              return piece
            } catch (error) {
              throw told(faultOf(error) ? error : brokenOff(options.label, error))
            }
          },
          async cancel() {
            dog.stop()
            upstream.abort(signal.reason)
            await reader.cancel()
          },
        },
      }
    } catch (error) {
      throw told(error)
    }
  }
}

/** A server that has no such door says so with a status, and in no words worth repeating. */
async function refused(label: string, path: string, answer: UpstreamAnswer): Promise<FaultError> {
  const error = await failedAnswer(label, answer)
  if (answer.status !== 404 && answer.status !== 405 && answer.status !== 501) return error
  const sentence = say('provider.no-door-there', { path, problem: error.fault })
  return new FaultError({ code: 'provider/refused', ...sentence, retryable: false })
}

function bounded({ body }: UpstreamAnswer, label: string): ByteReader {
  const reader = body?.getReader()
  let left = MAX_BYTES
  return {
    async read() {
      const piece = (await reader?.read()) ?? { done: true }
      left -= piece.value?.byteLength ?? 0
      if (left >= 0) return piece
      throw new FaultError({
        code: 'provider/bad-answer',
        ...say('provider.endless', { label, megabytes: MAX_BYTES / 1024 / 1024 }),
        retryable: false,
      })
    },
    cancel: async () => await reader?.cancel(),
  }
}
