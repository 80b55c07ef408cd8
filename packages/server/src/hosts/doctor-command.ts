import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultOf } from '@parley/dialects'
import { cardText, parseCard } from '../doctor/card.ts'
import type { Progress } from '../doctor/examine.ts'
import { type Report, reportOn } from '../doctor/report.ts'
import { cardTable, printable, questionOf } from '../doctor/table.ts'
import { type Card, type Config, createApp } from '../index.ts'
import { openCardFolder } from './card-folder.ts'
import { readGivenConfig } from './given-config.ts'
import { createNodeFetch } from './node-fetch.ts'

const HELP = `npm run doctor -- <model>            examines a model, and keeps the card
npm run doctor -- --replay <file>    reads the answers of a card again, without the model

  --out <file>       writes the card there, too
  --json             prints the card and what it says as JSON
  --requests <n>     at most so many requests (60)
  --tokens <n>       at most so many tokens (120000)

It ends with 0 when a way is recommended, or when a card says what it said; with 2 when not; with 1 when it could not be tried.
`

interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether somebody watches, so that a line can be written over. */
  readonly watched: boolean
}

const OPTIONS = {
  replay: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  requests: { type: 'string' },
  tokens: { type: 'string' },
  help: { type: 'boolean' },
} as const

type Given = ReturnType<typeof given>['values']
const given = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })

/** The exit code. */
export async function runDoctor(args: readonly string[], config: () => Promise<Config>, signal: AbortSignal, terminal: Terminal) {
  try {
    const { values, positionals } = given(args)
    const [model] = positionals
    if (values.help || (values.replay === undefined && model === undefined)) {
      terminal.out(HELP)
      return values.help ? 0 : 1
    }
    if (values.replay !== undefined) return await replay(values.replay, values, terminal)
    return await examine(model ?? '', { ...values, config: await config(), signal }, terminal)
  } catch (error) {
    if (signal.aborted) return 130
    if (!(error instanceof Error)) throw error
    terminal.err(`${printable(faultOf(error)?.message ?? error.message)}\n`)
    return 1
  }
}

async function replay(file: string, values: Given, terminal: Terminal): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no file ${file}. Name a card that the doctor has written.`)
  })
  const card = parseCard(text)
  const report = await reportOn(card)
  show(card, report, values, terminal)
  return report.holds ? 0 : 2
}

interface Examination extends Given {
  readonly config: Config
  readonly signal: AbortSignal
}

/** The same door that the page uses, opened in this process. */
async function examine(model: string, { config, signal, ...values }: Examination, terminal: Terminal): Promise<number> {
  const cards = await openCardFolder(join(config.agent.folder, 'doctor'), (line) => terminal.err(`${line}\n`))
  const app = createApp(config, { cards, isLocal: true, fetch: createNodeFetch() })
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

async function done({ card, report, problem }: Examined, values: Given, terminal: Terminal): Promise<number> {
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

function show(card: Card, report: Report, { json }: Given, { out }: Terminal): void {
  out(json ? `${JSON.stringify({ card, report }, null, 1)}\n` : cardTable(card, report))
}

function number(name: 'requests' | 'tokens', values: Given): Readonly<Record<string, number>> {
  const text = values[name]
  if (text === undefined) return {}
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not ${text}.`)
  return { [name]: Number(text) }
}

if (import.meta.main) {
  const leaving = new AbortController()
  process.once('SIGINT', () => leaving.abort())
  const terminal = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
    watched: process.stderr.isTTY,
  }
  process.exitCode = await runDoctor(process.argv.slice(2), readGivenConfig, leaving.signal, terminal)
}
