import { readFile } from 'node:fs/promises'
import { type Config, type ConfigSources, readConfig } from '../index.ts'

/** The configuration that a process was given: its environment, the file beside it, and the file of MCP servers. */
export async function readGivenConfig(env: ConfigSources['env']): Promise<Config> {
  const named = env['PARLEY_CONFIG'] || undefined
  const file = named ?? 'parley.config.json'
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined && named !== undefined)
    throw new Error(`There is no file ${file}. Correct PARLEY_CONFIG or --config, or leave it out.`)
  const mcpFile = await readServersFile(env['PARLEY_MCP'])
  return readConfig({
    env,
    ...(text !== undefined && { file: text }),
    ...(mcpFile !== undefined && { mcpFile }),
  })
}

async function readServersFile(file: string | undefined): Promise<string | undefined> {
  if (!file) return undefined
  return await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no file ${file}. Correct PARLEY_MCP, or leave it unset.`)
  })
}
