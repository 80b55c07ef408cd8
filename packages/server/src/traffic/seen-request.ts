import type { ChatRequest, Fault, Message, SpokenPart, StreamEvent } from '@parley/dialects'
import { TOOLS_HEADER } from '../hands/asked-tools.ts'
import { addedUsage } from '../layers/added-usage.ts'
import { masked } from '../providers/wire-log.ts'
import type { FinishedAnswer } from '../usage/finished-answer.ts'
import type { CutText, SeenRequest, TrafficDetail, TrafficEntry } from './traffic-entry.ts'

/** Headers that change the answer. Whatever else a client sends, its key among it, is not kept. */
const HEADERS = [
  'content-type',
  'accept',
  'user-agent',
  'anthropic-version',
  'anthropic-beta',
  'x-parley-dialect',
  'x-parley-leak-net',
  TOOLS_HEADER,
]
/** A longer body or answer has only its line in the list. */
const MOST_CHARACTERS = 2_000_000
/** What is shown of one text. */
const SHOWN_CHARACTERS = 200_000
const MOST_PROMPTS = 8
/** About as many characters as a token has. */
const CHARACTERS = 4

interface SeenOptions {
  readonly id: string
  readonly at: number
  readonly request: Request
  readonly client: string
  readonly changed: (seen: Seen) => void
  /** Told how many characters more it keeps alive. */
  readonly weighed: (characters: number) => void
}

type Line = { -readonly [Field in keyof TrafficEntry]: TrafficEntry[Field] }

export class Seen implements SeenRequest {
  readonly id: string
  readonly #options: Pick<SeenOptions, 'changed' | 'weighed'>
  readonly #headers: Readonly<Record<string, string>>
  readonly #bytes: number
  readonly #line: Line
  #weight = 0
  #body: unknown
  #prompts: ChatRequest[] = []
  #parts: SpokenPart[] = []
  #forgotten = false

  constructor({ id, at, request, client, ...options }: SeenOptions) {
    this.id = id
    this.#options = options
    this.#headers = headersOf(request)
    this.#bytes = Number(request.headers.get('content-length') ?? 0)
    this.#line = { id, at, client, method: request.method, path: pathOf(request.url), calls: 0, flaws: 0 }
    const replayOf = request.headers.get('x-parley-replay')
    if (replayOf !== null) this.#line.replayOf = replayOf.slice(0, 64)
  }

  /** Keeps no more than its line in the list. How many characters are free now. */
  forget(): number {
    const weight = this.#weight
    this.#weight = 0
    this.#forgotten = true
    this.#body = undefined
    this.#prompts = []
    this.#parts = []
    return weight
  }

  entry(): TrafficEntry {
    return { ...this.#line }
  }

  body(body: unknown): void {
    if (this.#bytes > MOST_CHARACTERS) this.forget()
    else this.#body = body
  }

  model(model: string): void {
    this.#change({ model: model.slice(0, 200) })
  }

  status(status: number): void {
    this.#change({ status })
  }

  refused(fault: Fault, status: number): void {
    this.#change({ status, fault, end: 'refused' })
    this.#weigh(this.#bytes)
  }

  sent(request: ChatRequest, isHeld: boolean): void {
    if (isHeld) this.#line.held = true
    if (!this.#forgotten && this.#prompts.length < MOST_PROMPTS) this.#prompts.push(request)
  }

  read(batch: readonly StreamEvent[]): void {
    for (const event of batch) {
      if (event.type === 'fault') this.#line.fault = event.fault
      if (event.type !== 'part-end') continue
      if (!this.#forgotten) this.#parts.push(event.value)
      if (event.value.type === 'broken-call') this.#line.flaws++
      if (event.value.type !== 'tool-call') continue
      this.#line.calls++
      this.#line.flaws += event.value.flaws?.length ?? 0
    }
  }

  ended({ model, speech, end, ms, firstMs, usage }: FinishedAnswer): void {
    const { ms: before = 0, firstMs: first = firstMs, usage: used } = this.#line
    const sum = addedUsage(used, usage) ?? usage
    this.#change({ answeredBy: model, speech, end, ms: before + ms, usage: sum, ...(first !== undefined && { firstMs: first }) })
    this.#weigh(this.#bytes + CHARACTERS * ((sum.inputTokens ?? 0) + (sum.outputTokens ?? 0)))
  }

  stands(end: FinishedAnswer['end'] | undefined): void {
    if (end === undefined) delete this.#line.end
    this.#change(end === undefined ? {} : { end })
  }

  detail(): TrafficDetail {
    return {
      entry: this.entry(),
      headers: this.#headers,
      ...(this.#body !== undefined && { body: shown(JSON.stringify(this.#body, null, 2)) }),
      prompts: this.#prompts.map(promptOf),
      parts: this.#parts.map((part) => JSON.parse(masked(JSON.stringify(part), [])) as SpokenPart),
    }
  }

  #change(change: Partial<TrafficEntry>): void {
    Object.assign(this.#line, change)
    this.#options.changed(this)
  }

  /** Roughly how much it keeps alive. */
  #weigh(characters: number): void {
    if (this.#forgotten) return
    const more = characters - this.#weight
    this.#weight = characters
    this.#options.weighed(more)
    if (characters > MOST_CHARACTERS) this.#options.weighed(-this.forget())
  }
}

function headersOf({ headers }: Request): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const name of HEADERS) {
    const value = headers.get(name)
    if (value !== null) kept[name] = value
  }
  return kept
}

/** Keys may stand behind the question mark, so nothing of that is kept but what changes the answer. */
function pathOf(url: string): string {
  const [address = '', query = ''] = url.split('?', 2)
  const path = address.replace(/^\w+:\/\/[^/]*/, '')
  return /(?:^|&)alt=sse(?:&|$)/.test(query) ? `${path}?alt=sse` : path
}

function shown(text: string): CutText {
  const clean = masked(text.slice(0, SHOWN_CHARACTERS), [])
  return { text: clean, cut: Math.max(0, text.length - SHOWN_CHARACTERS) }
}

function promptOf({ messages, tools = [] }: ChatRequest): CutText {
  const said = messages.map(sectionOf)
  const told = tools.length > 0 ? [`=== TOOLS ===\n${JSON.stringify(tools, null, 2)}`] : []
  return shown([...said, ...told].join('\n\n'))
}

function sectionOf({ role, parts }: Message): string {
  const said = parts.map((part) =>
    part.type === 'text' || part.type === 'reasoning' ? part.text : JSON.stringify(part, null, 2),
  )
  return `=== ${role.toUpperCase()} ===\n${said.join('\n')}`
}
