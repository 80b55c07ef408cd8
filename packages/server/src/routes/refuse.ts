import type { Fault } from '@parley/dialects'
import { faultResponse, statusFor, toFault } from '../http-fault.ts'
import { noteFault, requestIdOf } from '../logging/request-record.ts'
import type { Metrics } from '../metrics.ts'

interface Telling {
  /** The form in which clients of a vendor read errors. Absent: our own. */
  readonly write?: ((fault: Fault) => object) | undefined
  /** Absent: what the fault has. */
  readonly status?: (fault: Fault) => number
}

export interface Refused {
  readonly fault: Fault
  readonly response: Response
}

/** What becomes of a request that failed before its answer: it is counted, noted for the log, and told with the id of the request. */
export function refuse(metrics: Metrics, request: Request, error: unknown, { write, status = statusFor }: Telling = {}): Refused {
  const fault = toFault(error)
  const id = requestIdOf(request)
  metrics.fault(fault, error, id)
  noteFault(request, fault, error)
  const body = (own: Fault) => (write ? { ...write(own), request_id: id } : { fault: own, requestId: id })
  return { fault, response: faultResponse(fault, body, status(fault)) }
}
