import { type Capsule, httpTransport, replayCapsule, replayOnModel } from '@parley/browser'
import { faultOf, type Respond } from '@parley/dialects'
import { createApp } from '@parley/server'
import { readGivenConfig } from '@parley/server/node'
import { Advice, defineCommand } from '../command.ts'
import { readCapsule } from '../replay/read-capsule.ts'
import { linesOf, type Replay, tableOf } from '../replay/show-replay.ts'

export const command = defineCommand({
  usage: [
    ['parley replay <file>…', 'lives through saved conversations once more, without a model, and says whether they are the same'],
    ['parley replay <file>… --model qwen3,gpt-5', 'asks these models every question again, and compares the calls they make'],
  ],
  options: {
    model: { type: 'string', value: '<models>', means: 'who answers now, several with commas between them' },
    dialect: { type: 'string', value: '<id>', means: 'how they are spoken to; else what suits each of them' },
    system: { type: 'string', value: '<text>', means: 'what they are told first' },
    all: { type: 'boolean', means: 'goes on after the first answer that differs, with what was said and done then' },
    json: { type: 'boolean', means: 'prints every answer as JSON Lines' },
  },
  words: Number.POSITIVE_INFINITY,
  note: 'A file is a conversation that the studio exported (Settings › Data). No tool runs: a model is told the results of then.\nIt ends with 0 when all make the same calls; with 2 when not; with 1 when it could not be tried.',
  async run({ values, words }, { terminal, env }) {
    if (words.length === 0) throw new Advice('Say which conversations: parley replay <file>. "parley replay --help" says more.')
    const capsules = await Promise.all(words.map(async (file) => ({ file, capsule: await readCapsule(file) })))
    const models = values.model?.split(',').flatMap((name) => name.trim() || []) ?? []
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    process.once('SIGINT', leave)
    const respond = models.length === 0 ? undefined : await respondHere(env, values.dialect)
    const replays: Replay[] = []
    for (const { file, capsule } of capsules)
      for (const model of respond ? models : [undefined]) {
        const told = { ...(values.system !== undefined && { system: values.system }), signal: leaving.signal }
        const replay =
          respond && model !== undefined
            ? await onModel(capsule, { file, model, respond, goesOn: values.all === true, ...told })
            : await withoutModel(file, capsule)
        if (leaving.signal.aborted) return 130
        replays.push(replay)
        terminal.out(values.json ? linesOf(replay) : tableOf(replay))
      }
    process.off('SIGINT', leave)
    if (replays.some(({ problem }) => problem !== undefined)) return 1
    return replays.every(({ isSame }) => isSame) ? 0 : 2
  },
})

/** The door that the page uses, opened in this process. */
async function respondHere(env: Readonly<Record<string, string | undefined>>, dialect: string | undefined): Promise<Respond> {
  const config = await readGivenConfig(env)
  const app = createApp(config, { isLocal: true })
  const token = config.token ?? Object.values(config.tokens)[0]
  return httpTransport({
    url: 'http://127.0.0.1/api/respond',
    headers: () => ({ 'sec-fetch-site': 'same-origin', ...(token !== undefined && { authorization: `Bearer ${token}` }) }),
    dialect: () => dialect,
    fetch: async (input, init) => await app.fetch(new Request(input, init)),
  })
}

interface Asked {
  readonly file: string
  readonly model: string
  readonly respond: Respond
  readonly system?: string
  readonly goesOn: boolean
  readonly signal: AbortSignal
}

async function onModel(capsule: Capsule, { file, goesOn, ...asked }: Asked): Promise<Replay> {
  const answers: Replay['answers'][number][] = []
  const { model } = asked
  try {
    for await (const answer of replayOnModel(capsule, asked)) {
      answers.push(answer)
      if (answer.comparison.kind === 'different' && !goesOn) break
    }
  } catch (error) {
    const fault = faultOf(error)
    if (!fault && !asked.signal.aborted) throw error
    return { file, model, answers, isSame: false, problem: fault?.message ?? 'It was stopped.' }
  }
  return { file, model, answers, isSame: answers.every(({ comparison }) => comparison.kind === 'same') }
}

async function withoutModel(file: string, capsule: Capsule): Promise<Replay> {
  const { difference } = await replayCapsule(capsule)
  return { file, answers: [], isSame: !difference, ...(difference && { line: difference }) }
}
