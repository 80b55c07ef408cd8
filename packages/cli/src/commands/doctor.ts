import { runDoctor } from '@parley/server/doctor'
import { readGivenConfig } from '@parley/server/node'
import { Advice, defineCommand } from '../command.ts'

export const command = defineCommand({
  usage: [
    ['parley doctor <model>', 'examines a model, and keeps the card'],
    ['parley doctor --replay <file>', 'reads the answers of a card again, without the model'],
  ],
  options: {
    replay: { type: 'string', value: '<file>', means: 'a card that the doctor has written' },
    out: { type: 'string', value: '<file>', means: 'writes the card there, too' },
    json: { type: 'boolean', means: 'prints the card and what it says as JSON' },
    requests: { type: 'string', value: '<number>', means: 'at most so many requests (60)' },
    tokens: { type: 'string', value: '<number>', means: 'at most so many tokens (120000)' },
  },
  words: 1,
  note: 'It ends with 0 when a way is recommended, or when a card says what it said; with 2 when not; with 1 when it could not be tried.',
  async run({ values, words: [model] }, { terminal, env }) {
    if (model === undefined && values.replay === undefined)
      throw new Advice('Say which model to examine: parley doctor <model>. "parley doctor --help" says more.')
    const leaving = new AbortController()
    process.once('SIGINT', () => leaving.abort())
    return await runDoctor(
      { ...values, ...(model !== undefined && { model }) },
      () => readGivenConfig(env),
      leaving.signal,
      terminal,
    )
  },
})
