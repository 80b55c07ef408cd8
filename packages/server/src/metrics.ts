import type { Fault } from '@parley/dialects'
import { statusFor } from './http-fault.ts'
import type { FinishedAnswer } from './usage/finished-answer.ts'

/** What operators watch, in Prometheus' text form. No words of users or models, and no keys, ever get in here. */
export interface Metrics {
  request(route: string, status: number): void
  /** `cause` is logged when it is our own bug, with the request that met it. */
  fault(fault: Fault, cause?: unknown, requestId?: string): void
  /** Seconds from the request to the first event of the answer. */
  firstEvent(seconds: number): void
  /** What an answer has cost, by who asked and which model answered. */
  answer(finished: FinishedAnswer): void
  text(streamsOpen: number): string
}

/** Clients and models of which more would be a list of their own; whoever comes later is one of the others. */
const MOST_PAIRS = 100

const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function createMetrics(onBug: (error: unknown, requestId?: string) => void = () => undefined): Metrics {
  const requests = new Map<string, number>()
  const faults = new Map<string, number>()
  const answers = new Map<string, number>()
  const took = new Map<string, number>()
  const tokens = new Map<string, number>()
  const pairs = new Map<string, string>()
  const buckets = BUCKETS.map(() => 0)
  let sum = 0
  let count = 0
  return {
    request: (route, status) => add(requests, `door="${route}",status="${status}"`),
    fault(fault, cause, requestId) {
      add(faults, `code="${fault.code}",status="${statusFor(fault)}"`)
      if (fault.code === 'server/internal' && cause !== undefined) onBug(cause, requestId)
    },
    firstEvent(seconds) {
      sum += seconds
      count++
      for (const [index, limit] of BUCKETS.entries()) if (seconds <= limit) buckets[index] = (buckets[index] ?? 0) + 1
    },
    answer({ asker, model, end, usage, ms }) {
      const pair = labelsOf(asker.client, model, pairs)
      add(answers, `${pair},end="${end}"`)
      add(took, pair, ms / 1000)
      const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0, estimated = false } = usage
      for (const [kind, amount] of Object.entries({ input: inputTokens, output: outputTokens, cached: cachedInputTokens }))
        if (amount > 0) add(tokens, `${pair},kind="${kind}",estimated="${estimated}"`, amount)
    },
    text: (streamsOpen) =>
      [
        ...family('parley_requests_total', 'counter', 'Requests by door and status.', requests),
        ...family('parley_faults_total', 'counter', 'Faults by code.', faults),
        ...family('parley_streams_open', 'gauge', 'Answers under way.', new Map([['', streamsOpen]])),
        ...family('parley_answers_total', 'counter', 'Answers of models by client, model and how they ended.', answers),
        ...family('parley_answer_seconds_total', 'counter', 'Seconds that models took to answer.', took),
        ...family('parley_tokens_total', 'counter', 'Tokens read, read from a cache, and written.', tokens),
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

function add(counts: Map<string, number>, labels: string, more = 1): void {
  counts.set(labels, (counts.get(labels) ?? 0) + more)
}

function labelsOf(client: string, model: string, pairs: Map<string, string>): string {
  const key = JSON.stringify([client, model])
  const known = pairs.get(key)
  if (known !== undefined) return known
  if (pairs.size >= MOST_PAIRS) return 'client="others",model="others"'
  const labels = `client="${escaped(client)}",model="${escaped(model)}"`
  pairs.set(key, labels)
  return labels
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function family(name: string, kind: string, help: string, counts: ReadonlyMap<string, number>): readonly string[] {
  const rows = [...counts].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...rows]
}
