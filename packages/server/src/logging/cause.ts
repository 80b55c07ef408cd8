import type { Fault } from '@parley/dialects'

/** Why a provider failed, as far as it can be said without anybody's words. */
export interface Cause {
  /** What the vendor's server answered with. */
  readonly status?: number
  /** What the system, or the vendor, calls it: `ECONNREFUSED`, `insufficient_quota`. */
  readonly reason?: string
  /** Who did not answer: `127.0.0.1:8000`. */
  readonly peer?: string
}

/** Causes within causes; more are a circle. */
const DEEPEST = 6

/** Faults that travel as events leave their error behind. */
const known = new WeakMap<Fault, unknown>()

export function rememberCause(fault: Fault, error: unknown): Fault {
  known.set(fault, error)
  return fault
}

export const causeOfFault = (fault: Fault): Cause => causeOf(known.get(fault))

/** The nearest facts along the chain of causes. Messages are left out: vendors quote keys and questions in them. */
export function causeOf(error: unknown): Cause {
  let cause: Cause = {}
  let link = error
  for (let depth = 0; depth < DEEPEST && typeof link === 'object' && link !== null; depth++) {
    cause = { ...factsIn(link), ...cause }
    link = 'cause' in link ? link.cause : undefined
  }
  return cause
}

function factsIn(link: object): Cause {
  const { status, code, address, port } = link as Readonly<Record<string, unknown>> // any property may be asked for
  return {
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && isReason(code) && { reason: code }),
    ...(typeof address === 'string' && typeof port === 'number' && { peer: `${address}:${port}` }),
  }
}

/** Words with lines between them, or a code of the system. A key has digits among its letters, or is long. */
function isReason(text: string): boolean {
  return text.length <= 60 && (/^[A-Z][A-Z0-9_]+$/.test(text) || /^[a-z]{2,20}(?:[_.-][a-z]{1,20})*$/.test(text))
}
