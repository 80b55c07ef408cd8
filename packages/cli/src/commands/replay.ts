import { type Capsule, replayCsv, replayJsonLines } from '@parley/browser'
import { Advice, defineCommand } from '../command.ts'
import { type Asked, askAgain, openDoor, withoutModel } from '../replay/ask-again.ts'
import { readCapsule } from '../replay/read-capsule.ts'
import { type Replay, tableOf } from '../replay/show-replay.ts'

export const command = defineCommand({
  usage: [
    ['parley replay <file>…', 'lives through saved conversations once more, without a model, and says whether they are the same'],
    ['parley replay <file>… --model qwen3,gpt-5', 'asks these models every question again, and compares the calls they make'],
    ['parley replay <file>… --model qwen3 --csv > table.csv', 'the same as a table for a spreadsheet'],
  ],
  options: {
    model: { type: 'string', value: '<models>', means: 'who answers now, several with commas between them' },
    dialect: {
      type: 'string',
      value: '<ids>',
      means: 'how they are spoken to, several with commas between them; else what suits each of them',
    },
    system: { type: 'string', value: '<text>', means: 'what they are told first' },
    without: { type: 'string', value: '<tools>', means: 'tools that they are not told of this time' },
    from: { type: 'string', value: '<n>', means: 'the first answer that is asked for (1)' },
    all: { type: 'boolean', means: 'goes on after the first answer that differs, with what was said and done then' },
    json: { type: 'boolean', means: 'prints every answer as JSON Lines' },
    csv: { type: 'boolean', means: 'prints a row for each conversation with each model' },
  },
  words: Number.POSITIVE_INFINITY,
  note: 'A file is a conversation that the studio exported (Settings › Data). No tool runs: a model is told the results of then.\nIt ends with 0 when all make the same calls; with 2 when not; with 1 when it could not be tried.',
  async run({ values, words }, { terminal, env }) {
    if (words.length === 0) throw new Advice('Say which conversations: parley replay <file>. "parley replay --help" says more.')
    const from = Number(values.from ?? 1)
    if (!Number.isInteger(from) || from < 1) throw new Advice(`--from takes the number of an answer, not ${values.from}.`)
    const capsules = await Promise.all(words.map(async (file) => ({ file, capsule: await readCapsule(file) })))
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    process.once('SIGINT', leave)
    const told = { ...(values.system !== undefined && { system: values.system }), from, without: listed(values.without) }
    const asked = { ...told, goesOn: values.all === true, signal: leaving.signal }
    const ways = await waysTo(listed(values.model), listed(values.dialect), env)
    const replays: Replay[] = []
    for (const { file, capsule } of capsules)
      for (const way of ways) {
        const replay = await replayed(file, capsule, way && { file, ...way, ...asked })
        if (leaving.signal.aborted) return 130
        replays.push(replay)
        if (!values.csv) terminal.out(values.json ? replayJsonLines([replay]) : tableOf(replay))
      }
    process.off('SIGINT', leave)
    if (values.csv) terminal.out(replayCsv(replays))
    if (replays.some(({ problem }) => problem !== undefined)) return 1
    return replays.every(({ isSame }) => isSame) ? 0 : 2
  },
})

const listed = (text: string | undefined): readonly string[] => text?.split(',').flatMap((name) => name.trim() || []) ?? []

const replayed = (file: string, capsule: Capsule, asked: Asked | undefined): Promise<Replay> =>
  asked ? askAgain(capsule, asked) : withoutModel(file, capsule)

type Way = Pick<Asked, 'model' | 'dialect' | 'respond'>

/** Each model in each dialect. Undefined: nobody is asked. */
async function waysTo(
  models: readonly string[],
  dialects: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly (Way | undefined)[]> {
  if (models.length === 0) return [undefined]
  const door = await openDoor(env)
  const spoken = dialects.length === 0 ? [undefined] : dialects
  return models.flatMap((model) => spoken.map((dialect) => ({ model, dialect, respond: door(dialect) })))
}
