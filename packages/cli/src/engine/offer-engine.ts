import { engineHomeOf, type readGivenConfig } from '@parley/server/node'
import type { Surroundings } from '../command.ts'

type Config = Awaited<ReturnType<typeof readGivenConfig>>

/** Installs the engine where it is missing and somebody says yes. The server starts either way, and says the same to who asks. */
export async function offerEngine(config: Config, { terminal, ask }: Surroundings): Promise<void> {
  const home = engineHomeOf(config)
  if (home.installed() !== undefined) return
  if (!home.variant) return terminal.err('There is no engine for this kind of computer. Use Ollama or another model server.\n')
  const { fetchedMb, diskMb } = home.variant
  const cost = `${fetchedMb} MB to download, ${diskMb} MB on the disk, in ${config.agent.folder}`
  if (!config.engine.install && !(await agrees(`The engine that runs models from files is not installed: ${cost}.`, ask))) {
    terminal.err(`The model cannot answer without its engine (${cost}). Install it with: parley engine install\n`)
    return
  }
  await installEngine(config, terminal)
}

export async function installEngine(config: Config, terminal: Surroundings['terminal']): Promise<void> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort(new Error('The engine was not installed: it was stopped.'))
  process.once('SIGINT', leave)
  terminal.out('Installing the engine…\n')
  try {
    await engineHomeOf(config).install(leaving.signal)
    terminal.out('The engine is installed.\n')
  } finally {
    process.off('SIGINT', leave)
  }
}

async function agrees(what: string, ask: Surroundings['ask']): Promise<boolean> {
  if (!ask) return false
  return /^y(es)?$/i.test((await ask(`${what} Install it now? [y/N] `)).trim())
}
