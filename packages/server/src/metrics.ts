import type { Fault } from '@parley/dialects'
import { statusFor } from './http-fault.ts'

/** What operators watch, in Prometheus' text form. No words of users or models, and no keys, ever get in here. */
export interface Metrics {
  request(route: string, status: number): void
  /** `cause` is logged when it is our own bug. */
  fault(fault: Fault, cause?: unknown): void
  /** Seconds from the request to the first event of the answer. */
  firstEvent(seconds: number): void
  text(streamsOpen: number): string
}

const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function createMetrics(onBug: (error: unknown) => void = () => undefined): Metrics {
  const requests = new Map<string, number>()
  const faults = new Map<string, number>()
  const buckets = BUCKETS.map(() => 0)
  let sum = 0
  let count = 0
  return {
    request: (route, status) => add(requests, `door="${route}",status="${status}"`),
    fault(fault, cause) {
      add(faults, `code="${fault.code}",status="${statusFor(fault)}"`)
      if (fault.code === 'server/internal' && cause !== undefined) onBug(cause)
    },
    firstEvent(seconds) {
      sum += seconds
      count++
      for (const [index, limit] of BUCKETS.entries()) if (seconds <= limit) buckets[index] = (buckets[index] ?? 0) + 1
    },
    text: (streamsOpen) =>
      [
        ...family('parley_requests_total', 'counter', 'Requests by door and status.', requests),
        ...family('parley_faults_total', 'counter', 'Faults by code.', faults),
        ...family('parley_streams_open', 'gauge', 'Answers under way.', new Map([['', streamsOpen]])),
        '# HELP parley_first_event_seconds From the request to the first event of the answer.',
        '# TYPE parley_first_event_seconds histogram',
        ...BUCKETS.map((limit, index) => `parley_first_event_seconds_bucket{le="${limit}"} ${buckets[index]}`),
        `parley_first_event_seconds_bucket{le="+Inf"} ${count}`,
        `parley_first_event_seconds_sum ${sum}`,
        `parley_first_event_seconds_count ${count}`,
        '',
      ].join('\n'),
  }
}

function add(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1)
}

function family(name: string, kind: string, help: string, counts: ReadonlyMap<string, number>): readonly string[] {
  const rows = [...counts].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...rows]
}
