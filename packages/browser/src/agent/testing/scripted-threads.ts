import type { Message, ToolCall, ToolResult } from '@parley/dialects'
import type { CallAnswer } from '../thread-client.ts'
import type { PendingCall, ThreadDocument } from '../thread-document.ts'

/** A server of threads for tests: keeps one thread and remembers what it was told. What it does next is up to the test. */
export class ScriptedThreads {
  document: ThreadDocument | undefined
  /** Bodies of `resume`, in order. */
  readonly told: (readonly CallAnswer[])[] = []
  /** Bodies of `/api/chat`, in order. */
  readonly asked: unknown[] = []
  /** Pieces that `stream` sends while the thread is running; the connection breaks where there is `undefined`. */
  streams: (readonly (string | undefined)[])[] = []
  isDown = false
  /** What becomes of the thread when it is told something. A status refuses. */
  onTold: (answers: readonly CallAnswer[]) => number | void = () => {}
  onAsked: () => void = () => {}
  /** What becomes of the thread when it is summed up, and when that is taken back. */
  onSummed: (door: 'POST' | 'DELETE', body: unknown) => void = () => {}

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.isDown) throw new TypeError('Failed to fetch')
    const path = new URL(String(input), 'http://server').pathname
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    return this.#answer(`${init?.method} ${path.replace(/^\/api/, '').replace(/(?<=\/threads\/)[^/]+/, ':id')}`, body)
  }

  #answer(door: string, body: unknown): Response {
    switch (door) {
      case 'GET /threads':
        return Response.json({ threads: this.document ? [this.document] : [] })
      case 'GET /threads/:id':
        return this.document ? Response.json(this.document) : refused(404, 'request/not-found')
      case 'POST /chat':
        this.asked.push(body)
        this.onAsked()
        return new Response('')
      case 'POST /threads/:id/resume': {
        const { answers } = body as { answers: readonly CallAnswer[] }
        this.told.push(answers)
        const status = this.onTold(answers)
        return status === undefined ? new Response('') : refused(status, status === 409 ? 'request/conflict' : 'request/invalid')
      }
      case 'POST /threads/:id/summary':
      case 'DELETE /threads/:id/summary':
        this.onSummed(door.startsWith('POST') ? 'POST' : 'DELETE', body)
        return Response.json(this.document)
      case 'GET /threads/:id/stream':
        return this.#stream()
      case 'DELETE /threads/:id':
        this.document = undefined
        return new Response(null, { status: 204 })
      default:
        return refused(404, 'request/not-found')
    }
  }

  #stream(): Response {
    const pieces = this.streams.shift()
    if (!pieces) return new Response(null, { status: 204 })
    const encoder = new TextEncoder()
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= pieces.length) return controller.close()
        const piece = pieces[at++]
        if (piece === undefined) controller.error(new Error('socket hang up'))
        else controller.enqueue(encoder.encode(piece))
      },
    })
    return new Response(body)
  }
}

function refused(status: number, code: string): Response {
  return Response.json({ fault: { code, message: `Refused with ${status}.`, retryable: false } }, { status })
}

let clock = 1000

/** A thread that waits for these calls of its one answer. */
export function waitingFor(id: string, calls: readonly ToolCall[], kind: PendingCall['kind']): ThreadDocument {
  const messages: readonly Message[] = [
    { role: 'user', id: 'u1', parts: [{ type: 'text', text: 'Please' }] },
    { role: 'assistant', id: 'a1', parts: [{ type: 'text', text: 'I will.' }, ...calls] },
  ]
  const pending = calls.map(({ id: callId, name, input }) => ({ callId, name, input, kind, reason: 'It costs money.' }))
  return {
    id,
    title: 'Please',
    status: 'waiting',
    pending,
    createdAt: 1,
    updatedAt: clock++,
    model: 'm',
    messages,
    checkpoints: [],
  }
}

/** The thread after its calls have these results and the model has answered. */
export function answeredWith(document: ThreadDocument, results: readonly ToolResult[], text: string): ThreadDocument {
  const messages: readonly Message[] = [
    ...document.messages,
    { role: 'tool', id: 'a1-results', parts: results },
    { role: 'assistant', id: 'a2', parts: [{ type: 'text', text }] },
  ]
  return { ...document, status: 'idle', pending: [], messages, updatedAt: clock++ }
}
