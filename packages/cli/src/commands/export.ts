import { TRAINING_FORMATS, trainingLines } from '@parley/browser'
import { type Dialect, faultOf, requireDialect } from '@parley/dialects'
import { Advice, defineCommand } from '../command.ts'
import { readCapsule } from '../replay/read-capsule.ts'

export const command = defineCommand({
  usage: [
    ['parley export <file>… > chats.jsonl', 'writes conversations as Chat Completions has them, a line each'],
    ['parley export <file>… --dialect hermes', 'with the calls written as that dialect writes them'],
    [
      'parley export <file>… --pairs',
      'writes what you preferred to what: an answer to one you asked for again, a call to what you made of it',
    ],
  ],
  options: {
    format: { type: 'string', value: '<name>', means: `${TRAINING_FORMATS.join(' or ')} (openai)` },
    dialect: { type: 'string', value: '<id>', means: 'how calls are written; else as the format has them' },
    system: { type: 'string', value: '<text>', means: 'what the model is told first' },
    pairs: { type: 'boolean', means: 'preferences instead of conversations' },
  },
  words: Number.POSITIVE_INFINITY,
  note: 'A file is a conversation that the studio exported (Settings › Data). What a model thought is left out; ShareGPT has no place for files, nor for words beside a call.',
  async run({ values, words }, { terminal }) {
    if (words.length === 0) throw new Advice('Say which conversations: parley export <file>. "parley export --help" says more.')
    const format = TRAINING_FORMATS.find((name) => name === (values.format ?? 'openai'))
    if (!format) throw new Advice(`--format takes ${TRAINING_FORMATS.join(' or ')}, not ${values.format}.`)
    const dialect = values.dialect === undefined ? undefined : dialectNamed(values.dialect)
    const capsules = await Promise.all(words.map(readCapsule))
    const options = { format, ...(dialect && { dialect }), ...(values.system !== undefined && { system: values.system }) }
    const lines = capsules.map((capsule) => trainingLines(capsule, options))
    const chosen = lines.flatMap(({ chats, pairs }) => (values.pairs ? pairs : chats))
    for (const line of chosen) terminal.out(`${line}\n`)
    if (chosen.length === 0)
      terminal.err(values.pairs ? 'Nothing was preferred to anything in them.\n' : 'No model said anything in them.\n')
    return 0
  },
})

function dialectNamed(id: string): Dialect {
  try {
    return requireDialect(id)
  } catch (error) {
    throw new Advice(faultOf(error)?.message ?? `There is no dialect ${id}.`)
  }
}
