import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Guest, modelOf } from './guests.ts'
import { createJob } from './job.ts'
import { BOOK, type ModelServer } from './model-server.ts'
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

async function visit(house: House, guest: Guest, { model, folder, question, what }: Task): Promise<Played> {
  const { base, installed, milliseconds, onPlayed } = house
  const settings = join(installed, 'settings', Math.random().toString(36).slice(2))
  const home = await mkdtemp(join(tmpdir(), 'parley-home-'))
  const { file, args, env } = await guest.visit({ base, model, question, folder, home, installed, settings })
  const played = await play({ file, args, folder, home, env: { ...env, WHAT: what }, milliseconds })
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

/** A key that is wrong stays wrong: who asks again asks in vain. A title for the conversation is another question. */
export async function playWrongKey(house: House, guest: Guest): Promise<string> {
  const { folder, question } = await createJob()
  house.models.requests.length = 0
  const played = await visit(house, guest, { model: `refused/${modelOf(guest)}`, folder, question, what: 'job' })
  const asked = house.models.requests.filter(({ tools }) => Array.isArray(tools) && tools.length > 0).length
  const told = played.output.includes('refused the key') ? '' : ', the cause is not shown'
  return asked === 1 && told === '' ? FINE : `asked ${asked} times${told}`
}
