import { type Fault, FaultError, faultOf, type JsonObject, type JsonValue } from '@parley/dialects'
import type { QuestionAnswer } from '../tools/question.ts'
import { say } from '../words/threads.ts'
import { type AgentEvent, readAgentEvents } from './agent-event.ts'
import { ExchangeRecorder, type ListenToThread } from './exchange-recorder.ts'
import { parseDocument, parseThreads, type ServerThread, type ThreadDocument } from './thread-document.ts'

/** What is said about a call that waits on the server. */
export type CallAnswer =
  /** The page ran it. `input`: what it ran with, where the user changed it. */
  | {
      readonly type: 'result'
      readonly callId: string
      readonly outcome: 'ok' | 'error' | 'denied' | 'cancelled'
      readonly content: string
      readonly data?: JsonValue
      readonly display?: JsonValue
      readonly input?: JsonObject
    }
  /** The server may run it. */
  | { readonly type: 'approve'; readonly callId: string; readonly input?: JsonObject }
  | { readonly type: 'reject'; readonly callId: string; readonly reason?: string }
  /** To what it asks back. */
  | ({ readonly type: 'input'; readonly callId: string; readonly asks: number } & QuestionAnswer)

/** The server's threads. Everything here rejects with a fault that says what to do. */
export interface ThreadClient {
  /** Newest first. */
  list(): Promise<readonly ServerThread[]>
  /** Undefined: the server has no such thread. */
  read(threadId: string): Promise<ThreadDocument | undefined>
  /** Hands a question over; the answer is listened to with `attach`. `body` as `/api/chat` takes it. */
  ask(threadId: string, body: JsonObject): Promise<void>
  /** What a door of the server answers, as JSON: `/tools`. With a body it is told something. */
  door(path: string, body?: JsonObject): Promise<unknown>
  /** Answers calls that wait; without any, a thread that failed goes on. */
  resume(threadId: string, answers: readonly CallAnswer[]): Promise<void>
  /** Whether this page may run a call now. `by`: a name of its own. */
  claim(threadId: string, callId: string, by: string): Promise<boolean>
  /** What happens in the thread, from the beginning of the turn. Undefined: nothing does. */
  attach(threadId: string, signal: AbortSignal): Promise<AsyncIterable<readonly AgentEvent[]> | undefined>
  cancel(threadId: string): Promise<void>
  /** Ends one call that the server runs; its thread goes on. */
  cancelCall(threadId: string, callId: string): Promise<void>
  /** The id of a new thread that is as this one was. */
  fork(threadId: string, checkpointId: string, title: string): Promise<string>
  /** Has all but the last turns summed up. Ends with the signal, and then nothing has changed. */
  summarise(threadId: string, model: string, signal: AbortSignal): Promise<void>
  /** Takes the last summary away. */
  undoSummary(threadId: string): Promise<void>
  /** What the server keeps of the calls that have their results, for `exportCapsule`. Undefined: it keeps none. */
  receipts(threadId: string): Promise<unknown>
  remove(threadId: string): Promise<void>
}

export interface ThreadClientOptions {
  /** Where the doors are: `/api`. */
  readonly url: string
  /** Asked for every request, so that a token may change. */
  readonly headers?: () => Readonly<Record<string, string>>
  /** Hears the exact bytes of what is asked of a thread and told about it, for an inspector. Looking how it stands is not heard. */
  readonly listen?: ListenToThread
  /** Absent: the page's own. */
  readonly fetch?: typeof fetch
}

export function createThreadClient({ url, headers, listen, ...options }: ThreadClientOptions): ThreadClient {
  const recorder = new ExchangeRecorder({ url, headers, listen })
  const send: Send = async (method, path, more = {}) => {
    const request: RequestInit = {
      method,
      headers: { ...headers?.(), ...(more.body !== undefined && { 'content-type': 'application/json' }) },
      ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
      ...(more.signal && { signal: more.signal }),
    }
    const response = await (options.fetch ?? fetch)(`${url}${path}`, request).catch((error: unknown) => {
      throw new FaultError(UNREACHABLE, { cause: error })
    })
    if (!response.ok) throw new FaultError(await refusalOf(response))
    return response
  }
  const tell = (threadId: string, path: string, body: unknown) => {
    const address = `${path}?events=canonical`
    return recorder.tell(threadId, address, body, () => send('POST', address, { body }))
  }
  return {
    list: async () => demand(parseThreads(await (await send('GET', '/threads?limit=200')).json())),
    async read(threadId) {
      const response = await send('GET', at(threadId)).catch(ifMissing)
      if (!response) return undefined
      const text = await response.text()
      const document = demand(parseDocument(toJson(text)))
      if (document.status !== 'running') recorder.wasRead(threadId, at(threadId), response, text)
      return document
    },
    ask: (threadId, body) => tell(threadId, '/chat', body),
    resume: (threadId, answers) => tell(threadId, at(threadId, '/resume'), { answers }),
    door: async (path, body) => await (await send(body ? 'POST' : 'GET', path, body ? { body } : {})).json(),
    async claim(threadId, callId, by) {
      const response = await send('POST', at(threadId, '/claim'), { body: { callId, by } }).catch(ifRefused)
      return response !== undefined
    },
    async attach(threadId, signal) {
      const response = await send('GET', at(threadId, STREAM), { signal }).catch(ifMissing)
      if (!response?.body || response.status === 204) return undefined
      return readAgentEvents(response.body, recorder.streamed(threadId, at(threadId, STREAM), response))
    },
    cancel: async (threadId) => void (await send('POST', at(threadId, '/cancel'))),
    cancelCall: async (threadId, callId) => void (await send('POST', at(threadId, `/cancel?call=${encodeURIComponent(callId)}`))),
    async fork(threadId, checkpointId, title) {
      const response = await send('POST', at(threadId, '/fork'), { body: { checkpointId, title } })
      return demand(parseDocument(await response.json())).id
    },
    ...summaryDoors(send),
    async receipts(threadId) {
      const response = await send('GET', at(threadId, '/receipts')).catch(ifMissing)
      return await response?.json()
    },
    async remove(threadId) {
      await send('DELETE', at(threadId)).catch(ifMissing)
    },
  }
}

type Send = (method: string, path: string, more?: { body?: unknown; signal?: AbortSignal }) => Promise<Response>

const summaryDoors = (send: Send): Pick<ThreadClient, 'summarise' | 'undoSummary'> => ({
  async summarise(threadId, model, signal) {
    await send('POST', at(threadId, SUMMARY), { body: model === '' ? {} : { model }, signal })
  },
  async undoSummary(threadId) {
    await send('DELETE', at(threadId, SUMMARY))
  },
})

const STREAM = '/stream?events=canonical'
const SUMMARY = '/summary'

const at = (threadId: string, action = ''): string => `/threads/${encodeURIComponent(threadId)}${action}`

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ifMissing(error: unknown): undefined {
  if (faultOf(error)?.code === 'request/not-found') return undefined
  throw error
}

function ifRefused(error: unknown): undefined {
  if (faultOf(error)?.code === 'request/conflict') return undefined
  return ifMissing(error)
}

export function demand<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new FaultError(UNKNOWN_SHAPE)
  return value
}

async function refusalOf(response: Response): Promise<Fault> {
  const body: unknown = await response.json().catch(() => undefined)
  const isMissing = response.status === 404 || response.status === 405
  return (
    faultOf(body) ?? {
      code: isMissing ? 'request/not-found' : response.status >= 500 ? 'provider/unavailable' : 'request/invalid',
      ...say('server.status-thread', { status: response.status }),
      retryable: response.status >= 500,
    }
  )
}

const UNREACHABLE: Fault = {
  code: 'transport/disconnected',
  ...say('server.gone'),
  retryable: true,
}

const UNKNOWN_SHAPE: Fault = {
  code: 'provider/bad-answer',
  ...say('server.strange'),
  retryable: false,
}
