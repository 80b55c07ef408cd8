import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faultOf } from '@parley/dialects'
import { cardText, parseCard } from '../doctor/card.ts'
import type { Progress } from '../doctor/examine.ts'
import { type Report, reportOn } from '../doctor/report.ts'
import { cardTable, printable, questionOf } from '../doctor/table.ts'
import { createLazyGguf } from '../gguf/lazy-gguf.ts'
import { type Card, type Config, createApp } from '../index.ts'
import { openCardFolder } from './folders/card-folder.ts'
import { createNodeFetch } from './node-fetch.ts'

interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether somebody watches, so that a line can be written over. */
  readonly watched: boolean
}

/** What the doctor is asked for at a terminal: a model, or the card of one. */
export interface DoctorRequest {
  readonly model?: string
  /** A card whose answers are read again. */
  readonly replay?: string
  /** Where the card is written, too. */
  readonly out?: string
  readonly json?: boolean
  readonly requests?: string
  readonly tokens?: string
}

/** The exit code. */
export async function runDoctor(
  request: DoctorRequest,
  config: () => Promise<Config>,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  try {
    if (request.replay !== undefined) return await replay(request.replay, request, terminal)
    return await examine(request.model ?? '', { ...request, config: await config(), signal }, terminal)
  } catch (error) {
    if (signal.aborted) return 130
    if (!(error instanceof Error)) throw error
    terminal.err(`${printable(faultOf(error)?.message ?? error.message)}\n`)
    return 1
  }
}

async function replay(file: string, values: DoctorRequest, terminal: Terminal): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no file ${file}. Name a card that the doctor has written.`)
  })
  const card = parseCard(text)
  const report = await reportOn(card)
  show(card, report, values, terminal)
  return report.holds ? 0 : 2
}

interface Examination extends DoctorRequest {
  readonly config: Config
  readonly signal: AbortSignal
}

/** The same door that the page uses, opened in this process. */
async function examine(model: string, { config, signal, ...values }: Examination, terminal: Terminal): Promise<number> {
  const cards = await openCardFolder(join(config.agent.folder, 'doctor'), (line) => terminal.err(`${line}\n`))
  const gguf = createLazyGguf(config, true)
  try {
    const app = createApp(config, { cards, isLocal: true, fetch: createNodeFetch(), ...gguf.parts })
    return await examineAt(app, model, { config, signal, ...values }, terminal)
  } finally {
    await gguf.close()
  }
}

async function examineAt(
  app: ReturnType<typeof createApp>,
  model: string,
  { config, signal, ...values }: Examination,
  terminal: Terminal,
): Promise<number> {
  const token = config.token ?? Object.values(config.tokens)[0]
  const budget = { ...number('requests', values), ...number('tokens', values) }
  const response = await app.request('http://127.0.0.1/api/doctor', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ model, budget }),
    signal,
  })
  for await (const event of eventsOf(response)) {
    if (event.type === 'fault') throw new Error(event.fault.message)
    if (event.type === 'progress') tell(event, terminal)
    else return await done(event, values, terminal)
  }
  signal.throwIfAborted()
  throw new Error('The examination broke off. Try again.')
}

async function done({ card, report, problem }: Examined, values: DoctorRequest, terminal: Terminal): Promise<number> {
  if (terminal.watched) terminal.err('\r\u001b[K')
  if (problem) terminal.err(`${printable(problem.message)}\n`)
  if (values.out !== undefined) await writeFile(values.out, cardText(card))
  show(card, report, values, terminal)
  return report.recommendation ? 0 : 2
}

interface Examined {
  readonly type: 'examined'
  readonly card: Card
  readonly report: Report
  readonly problem?: { readonly message: string }
}

type Event = Progress | Examined | { readonly type: 'fault'; readonly fault: { readonly message: string } }

async function* eventsOf(response: Response): AsyncGenerator<Event> {
  if (!response.ok) {
    // Our own door: what is no stream of events is a fault.
    const { fault } = (await response.json()) as { readonly fault: { readonly message: string } }
    yield { type: 'fault', fault }
    return
  }
  let rest = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = `${rest}${piece}`.split('\n\n')
    rest = blocks.pop() ?? ''
    // Written by our own door, in this process.
    for (const block of blocks) if (block.startsWith('data: ')) yield* JSON.parse(block.slice(6)) as readonly Event[]
  }
}

function tell({ done: asked, most, tokens, restMs, choice, case: question }: Progress, { err, watched }: Terminal): void {
  const rest = restMs === undefined ? '' : `, at most ${Math.ceil(restMs / 1000)} s more`
  const line = `${asked} of at most ${most} requests, ${tokens} tokens${rest}: ${printable(choice)}, ${questionOf(question)}`
  err(watched ? `\r\u001b[K${line}` : `${line}\n`)
}

function show(card: Card, report: Report, { json }: DoctorRequest, { out }: Terminal): void {
  out(json ? `${JSON.stringify({ card, report }, null, 1)}\n` : cardTable(card, report))
}

function number(name: 'requests' | 'tokens', values: DoctorRequest): Readonly<Record<string, number>> {
  const text = values[name]
  if (text === undefined) return {}
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not ${text}.`)
  return { [name]: Number(text) }
}
