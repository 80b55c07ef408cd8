import { requestIdOf } from '../logging/request-record.ts'

/** Who asked for an answer, and where. */
export interface Asker {
  /** The name of the token, else of the program as it calls itself. Never a key. */
  readonly client: string
  /** Whose threads the request may touch: the name of its token, or the house's. */
  readonly owner: string
  /** The address of the door, as it is declared; `agent` for a step of an agent. */
  readonly door: string
  /** The trace that the client is in, as W3C's `traceparent`. Absent: it sent none. */
  readonly trace?: string
  /** Of the request that asked, for the log. Absent: nobody gave it one. */
  readonly requestId?: string
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Who holds the server's one token, or sits at a server without any. */
export const HOUSE = 'house'

/** Programs that say nothing of themselves. */
const UNNAMED = 'unnamed'
const MOST_CHARACTERS = 40

/** `owner` names the client where tokens have names; else it is what the program says of itself. */
export function askerOf(request: Request, owner: string, door: string): Asker {
  const { headers } = request
  const client = owner === HOUSE ? productOf(headers.get('user-agent') ?? '') : owner
  const trace = headers.get('traceparent')
  const requestId = requestIdOf(request)
  return { client, owner, door, requestId, ...(trace !== null && TRACEPARENT.test(trace) && { trace }) }
}

/** `claude-cli/2.1.0 (external, cli)` is `claude-cli`, `OpenAI/JS 7.53.0` is `OpenAI/JS`, and whatever browser is `browser`. */
export function productOf(userAgent: string): string {
  const [first = ''] = userAgent
    .trim()
    .slice(0, 200)
    .split(/[\s;,(]/)
  const name = first.replace(/\/v?\d.*$/, '').replace(/[^\w./@+-]/g, '')
  if (name === '' || looksLikeKey(name)) return UNNAMED
  return name === 'Mozilla' ? 'browser' : name.slice(0, MOST_CHARACTERS)
}

/** Nobody names a program so: a long word with digits among its letters is more likely something that should not be shown. */
function looksLikeKey(name: string): boolean {
  return (
    /^(?:sk|pk|rk|xai|gsk|hf|ghp|glpat)[-_]/i.test(name) || name.split(/[./@+_-]/).some((word) => /^(?=.*\d)\w{16,}$/.test(word))
  )
}
