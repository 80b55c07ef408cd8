import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@parley/dialects'
import { type Guest, modelOf } from './guests.ts'
import { createJob } from './job.ts'
import { BOOK, HALF, type ModelServer } from './model-server.ts'
import { type Played, play } from './play.ts'

export const FINE = '✓'
export const NOTHING = '–'

/** The house that guests come to. */
export interface House {
  /** Our server's address, without `/v1`. */
  readonly base: string
  readonly models: ModelServer
  /** Where the guests are installed. */
  readonly installed: string
  readonly milliseconds: number
  /** Told of each visit. */
  readonly onPlayed: (title: string, played: Played) => void
}

interface Task {
  readonly model: string
  readonly folder: string
  readonly question: string
  /** `job` or `shape`, for our own scripts. */
  readonly what: string
}

async function visit(house: House, guest: Guest, { model, folder, question, what }: Task, signal?: AbortSignal): Promise<Played> {
  const { base, installed, milliseconds, onPlayed } = house
  const settings = join(installed, 'settings', Math.random().toString(36).slice(2))
  const home = await mkdtemp(join(tmpdir(), 'parley-home-'))
  const { file, args, env } = await guest.visit({ base, model, question, folder, home, installed, settings })
  const played = await play({ file, args, folder, home, env: { ...env, WHAT: what }, milliseconds, ...(signal && { signal }) })
  onPlayed(`${guest.name}, ${model}`, played)
  return played
}

const because = ({ status, output }: Played): string =>
  `${status === undefined ? 'out of time' : `status ${status}`}: ${output
    .trim()
    .slice(-160)
    .replaceAll(/[\s|]+/g, ' ')}`

/** Five turns, each of which needs the result of the one before. */
export async function playJob(house: House, guest: Guest, kind: string): Promise<string> {
  const { folder, question, token, isEdited } = await createJob()
  house.models.folder = folder
  const played = await visit(house, guest, { model: `${kind}/${modelOf(guest)}`, folder, question, what: 'job' })
  if (!played.output.includes(token)) return because(played)
  return (await isEdited()) ? FINE : 'the file was not edited'
}

/** An answer that fits a schema. */
export async function playShape(house: House, guest: Guest, kind: string): Promise<string> {
  if (!guest.shapes) return NOTHING
  const { folder } = await createJob()
  const played = await visit(house, guest, { model: `${kind}/shape`, folder, question: 'Which book?', what: 'shape' })
  return played.output.includes(JSON.stringify(BOOK)) ? FINE : because(played)
}

/** What was refused stays refused: who asks again asks in vain. A title for the conversation is another question. */
export async function playRefusal(house: House, guest: Guest, kind: keyof typeof CAUSES): Promise<string> {
  const { folder, question } = await createJob()
  house.models.requests.length = 0
  const played = await visit(house, guest, { model: `${kind}/${modelOf(guest)}`, folder, question, what: 'job' })
  const asked = mostAlike(house.models.requests.filter(({ tools }) => Array.isArray(tools) && tools.length > 0))
  const told = CAUSES[kind].test(played.output) || guest.hides === kind ? '' : ', the cause is not shown'
  return asked === 1 && told === '' ? FINE : `asked ${asked} times${told}`
}

/** How often the same was asked: a conversation that was made shorter is something else. */
function mostAlike(requests: readonly JsonObject[]): number {
  const alike = Map.groupBy(requests, ({ messages }) => JSON.stringify(messages))
  return Math.max(0, ...[...alike.values()].map(({ length }) => length))
}

/** What the person must be able to read. */
const CAUSES = {
  key: /refused the key/,
  full: /maximum context length|too long|context window/i,
  refused: /plays no chess/,
}

/** How long a guest may do something with what it was told. */
const LATER_MS = 15_000

/** A call that broke off: whatever the guest does then, nothing of it has run. */
export async function playBroken(house: House, guest: Guest): Promise<string> {
  const { folder, question } = await createJob()
  const { models } = house
  models.folder = folder
  models.requests.length = 0
  const enough = new AbortController()
  const looking = setInterval(() => {
    if (models.requests.length === 0) return
    clearInterval(looking)
    setTimeout(() => enough.abort(), LATER_MS).unref()
  }, 100)
  const task = { model: `broken/${modelOf(guest)}`, folder, question, what: 'job' }
  await visit(house, guest, task, enough.signal)
  clearInterval(looking)
  if (models.requests.length === 0) return 'it never asked'
  const isEdited = (await readFile(join(folder, 'sum.js'), 'utf8')).includes(HALF)
  return isEdited || (await readdir(folder)).includes(HALF) ? 'half a call ran' : FINE
}
