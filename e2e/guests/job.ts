import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@parley/dialects'

/** A folder in which somebody has to look, read, edit and run, each with what the step before brought. */
export interface Job {
  readonly folder: string
  readonly question: string
  /** What only somebody can say whose results all arrived. */
  readonly token: string
  isEdited(): Promise<boolean>
}

const PROGRAM = 'sum.js'
const PLACEHOLDER = 'SEED'

export async function createJob(): Promise<Job> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-job-'))
  const mark = Math.random().toString(16).slice(2, 10).padEnd(8, '0')
  const code = 10_000 + Math.floor(Math.random() * 80_000)
  await writeFile(join(folder, `note-${mark}.txt`), `code=${code}\n`)
  await writeFile(join(folder, PROGRAM), `console.log('token=' + (${PLACEHOLDER} * 7 + 13))\n`)
  return {
    folder,
    question: `Find the note in this folder, put its code into ${PROGRAM} in place of ${PLACEHOLDER}, run it and tell me the token.`,
    token: String(code * 7 + 13),
    isEdited: async () => (await readFile(join(folder, PROGRAM), 'utf8')).includes(String(code)),
  }
}

export interface Step {
  readonly name: string
  readonly input: JsonObject
}

/** How a client's own tools do each step. */
export interface Hands {
  list(folder: string): Step
  read(path: string): Step
  edit(path: string, change: { readonly from: string; readonly to: string }): Step
  run(path: string): Step
}

const LOST = 'A result was lost on the way.'

/** What the model does next, knowing only what it was told. */
export function nextStep(said: string, stepsDone: number, hands: Hands, folder: string): Step | string {
  const note = /note-[0-9a-f]{8}\.txt/.exec(said)?.[0]
  const code = /code=(\d+)/.exec(said)?.[1]
  const token = /token=(\d+)/.exec(said)?.[1]
  const program = join(folder, PROGRAM)
  if (stepsDone === 0) return hands.list(folder)
  if (note === undefined) return LOST
  if (stepsDone === 1) return hands.read(join(folder, note))
  if (code === undefined) return LOST
  if (stepsDone === 2) return hands.edit(program, { from: PLACEHOLDER, to: code })
  if (stepsDone === 3) return hands.run(program)
  return token === undefined ? LOST : `The token is ${token}.`
}
