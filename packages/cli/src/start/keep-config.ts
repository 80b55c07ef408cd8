import { existsSync, type StatsListener, unwatchFile, watchFile } from 'node:fs'
import { type Config, type Log, type RunningServer, readGivenConfig } from '@parley/server/node'

export interface KeepConfigOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly server: Pick<RunningServer, 'reload'>
  readonly log: Log
  /** Told of what holds now. */
  readonly onChange: (config: Config) => void
}

/** How often the file is looked at. It is asked by name each time, because editors and Kubernetes put another file in its place. */
const LOOK_MS = 1000

/** Reads the configuration anew when its file changes and when the process hears SIGHUP. One that is wrong leaves the last in force. */
export function keepConfig({ env, server, log, onChange }: KeepConfigOptions): () => void {
  const file = env['PARLEY_CONFIG'] || 'parley.config.json'
  let hadFile = existsSync(file)
  let reading = Promise.resolve()
  const read = async (): Promise<void> => {
    try {
      const hasFile = existsSync(file)
      if (hadFile && !hasFile) throw new Error(`${file} is gone. Put it back, or restart the server without it.`)
      const config = await readGivenConfig(env)
      const restart = server.reload(config)
      hadFile = hasFile
      onChange(config)
      log.warn('config', { message: `${file} was read again and holds from now on.${needs(restart)}`, restart })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.error('config', { message: `The configuration was not changed, and the one from before holds. ${why}` })
    }
  }
  const again = (): void => {
    reading = reading.then(read)
  }
  // Of a file that is not there it is told once, too.
  const look: StatsListener = (now, before) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino || now.size !== before.size) again()
  }
  watchFile(file, { interval: LOOK_MS, persistent: false }, look)
  // A terminal that is closed says the same, and then nobody is there who wants anything read.
  if (!process.stdin.isTTY) process.on('SIGHUP', again)
  return () => {
    unwatchFile(file, look)
    process.off('SIGHUP', again)
  }
}

const needs = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` To change ${names.map((name) => `\`${name}\``).join(', ')}, restart the server.`
