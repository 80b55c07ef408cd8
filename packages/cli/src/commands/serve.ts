import { Advice, defineCommand } from '../command.ts'
import { serve, command as start } from './start.ts'

export const command = defineCommand({
  ...start,
  usage: [
    ['parley serve model.gguf', 'serves the studio and the gateway, with a model that runs in here from a file of weights'],
  ],
  words: 1,
  async run({ values, words: [weights] }, surroundings) {
    if (weights === undefined) throw new Advice('Say which file: parley serve model.gguf. Without one it is "parley start".')
    return await serve({ ...values, weights }, surroundings)
  },
})
