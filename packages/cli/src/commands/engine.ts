import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { engineHomeOf, readGivenConfig } from '@parley/server/node'
import { Advice, defineCommand } from '../command.ts'
import { installEngine } from '../engine/offer-engine.ts'

export const command = defineCommand({
  usage: [
    ['parley engine', 'says whether the engine is installed, and what it takes'],
    ['parley engine install', 'downloads it'],
    ['parley engine remove', 'deletes it; models stay'],
  ],
  options: { config: { type: 'string', value: '<file>', means: 'the configuration (parley.config.json in this folder)' } },
  words: 1,
  note: 'PARLEY_GPU=vulkan or cuda asks for the engine of a graphics card. PARLEY_DATA names the folder that it lies in.',
  async run({ values, words: [what = 'show'] }, { terminal, env }) {
    const config = await readGivenConfig({ ...env, ...(values.config !== undefined && { PARLEY_CONFIG: values.config }) })
    const home = engineHomeOf(config)
    if (!home.variant) throw new Advice('There is no engine for this kind of computer. Use Ollama or another model server.')
    const { name, fetchedMb, diskMb } = home.variant
    const there = home.installed()
    if (what === 'install') {
      if (there === undefined) await installEngine(config, terminal)
      else terminal.out(`The engine is installed already, in ${there}.\n`)
      return 0
    }
    if (what === 'remove') {
      await rm(join(config.agent.folder, 'engine'), { recursive: true, force: true })
      terminal.out('The engine is deleted. "parley engine install" brings it back.\n')
      return 0
    }
    if (what !== 'show') throw new Advice(`parley engine takes install or remove, not ${what}.`)
    const size = `${fetchedMb} MB to download, ${diskMb} MB on the disk`
    terminal.out(
      there === undefined
        ? `The engine (${name}) is not installed: ${size}. Install it with: parley engine install\n`
        : `The engine (${name}) is installed in ${there}.\n`,
    )
    return 0
  },
})
