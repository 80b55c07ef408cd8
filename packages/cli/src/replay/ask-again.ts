import { type Capsule, httpTransport, replayCapsule, replayOnModel } from '@parley/browser'
import { faultOf, type Respond } from '@parley/dialects'
import { createApp } from '@parley/server'
import { readGivenConfig } from '@parley/server/node'
import type { Replay } from './show-replay.ts'

/** One conversation with one model, spoken to in one dialect. */
export interface Asked {
  readonly file: string
  readonly model: string
  /** Absent: what suits the model. */
  readonly dialect?: string | undefined
  readonly respond: Respond
  readonly system?: string
  /** The first answer that is asked for, counted from 1. */
  readonly from: number
  /** Tools that the model is not told of. */
  readonly without: readonly string[]
  readonly goesOn: boolean
  readonly signal: AbortSignal
}

export async function askAgain(capsule: Capsule, { file, dialect, goesOn, without, ...asked }: Asked): Promise<Replay> {
  const answers: Replay['answers'][number][] = []
  const named = { file, model: asked.model, ...(dialect !== undefined && { dialect }) }
  const tools = capsule.tools.filter(({ name }) => !without.includes(name))
  try {
    for await (const answer of replayOnModel(capsule, { ...asked, tools })) {
      answers.push(answer)
      if (answer.comparison.kind === 'different' && !goesOn) break
    }
  } catch (error) {
    const fault = faultOf(error)
    if (!fault && !asked.signal.aborted) throw error
    return { ...named, answers, isSame: false, problem: fault?.message ?? 'It was stopped.' }
  }
  // Nothing asked is nothing proven.
  if (answers.length === 0) return { ...named, answers, isSame: false, problem: 'There is no answer to ask for.' }
  return { ...named, answers, isSame: answers.every(({ comparison }) => comparison.kind === 'same') }
}

export async function withoutModel(file: string, capsule: Capsule): Promise<Replay> {
  const { difference } = await replayCapsule(capsule)
  return { file, answers: [], isSame: !difference, ...(difference && { line: difference }) }
}

/** The door that the page uses, opened in this process, for each dialect. */
export async function openDoor(env: Readonly<Record<string, string | undefined>>): Promise<(dialect?: string) => Respond> {
  const config = await readGivenConfig(env)
  const app = createApp(config, { isLocal: true })
  const token = config.token ?? Object.values(config.tokens)[0]
  return (dialect) =>
    httpTransport({
      url: 'http://127.0.0.1/api/respond',
      headers: () => ({ 'sec-fetch-site': 'same-origin', ...(token !== undefined && { authorization: `Bearer ${token}` }) }),
      dialect: () => dialect,
      fetch: async (input, init) => await app.fetch(new Request(input, init)),
    })
}
