import { readFile } from 'node:fs/promises'
import { type Config, readConfig } from '../index.ts'

/** The configuration that this process was given: its environment, the file beside it, and the file of MCP servers. */
export async function readGivenConfig(): Promise<Config> {
  const named = process.env['PARLEY_CONFIG'] || undefined
  const file = named ?? 'parley.config.json'
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined && named !== undefined)
    throw new Error(`There is no file ${file}. Correct PARLEY_CONFIG, or leave it unset.`)
  const mcpFile = await readServersFile(process.env['PARLEY_MCP'])
  return readConfig({
    env: process.env,
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
