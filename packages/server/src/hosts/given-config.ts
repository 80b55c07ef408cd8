import { readFile } from 'node:fs/promises'
import { type Config, readConfig } from '../index.ts'

/** The configuration that this process was given: its environment, and the file beside it. */
export async function readGivenConfig(): Promise<Config> {
  const named = process.env['PARLEY_CONFIG'] || undefined
  const file = named ?? 'parley.config.json'
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined && named !== undefined)
    throw new Error(`There is no file ${file}. Correct PARLEY_CONFIG, or leave it unset.`)
  return readConfig({ env: process.env, ...(text !== undefined && { file: text }) })
}
