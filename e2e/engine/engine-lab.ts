import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@parley/server'
import { engineHomeOf, startServer } from '@parley/server/node'
import { root } from '../../scripts/workspace/root.mjs'
import { type Script, scriptedModel } from '../llama/scripted-model.ts'

/** One engine for all tests, fetched once, as a person would be asked to. */
const CACHE = join(root, '.cache', 'engine-home')

export async function ensureEngine(): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const home = engineHomeOf(readConfig({ env: { PARLEY_DATA: CACHE } }))
  const since = performance.now()
  if (home.installed() !== undefined) return
  await home.install(new AbortController().signal)
  console.log(`The engine was installed in ${((performance.now() - since) / 1000).toFixed(1)} s.`)
}

/** A folder of its own for everything that is kept, with the engine in it. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-engine-'))
  symlinkSync(join(CACHE, 'engine'), join(folder, 'engine'))
  return folder
}

export function weightsFile(name: string, bytes: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'parley-weights-')), `${name}.gguf`)
  writeFileSync(file, bytes)
  return file
}

export const scriptedFile = (script: Script): string => weightsFile(script.name, scriptedModel(script))

/** A server with this file, in this process; the engine has its own. */
export async function serve(file: string, env: Record<string, string> = {}) {
  const data = env['PARLEY_DATA'] ?? dataFolder()
  const config = readConfig({
    // More than one thread, and they wait for each other in circles on a busy machine.
    env: {
      PORT: '0',
      PARLEY_DISCOVER: 'no',
      PARLEY_DATA: data,
      PARLEY_MODEL: file,
      PARLEY_THREADS: '1',
      PARLEY_CONTEXT: '4096',
      ...env,
    },
  })
  const server = await startServer({ config, env: {} })
  const post = async (path: string, body: object, signal?: AbortSignal) =>
    await fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) })
  return {
    url: server.url,
    data,
    stop: () => server.stop(0),
    models: async () => (await (await fetch(`${server.url}api/models`)).json()).models,
    state: async () => await (await fetch(`${server.url}api/engine`, { headers: { 'sec-fetch-site': 'same-origin' } })).json(),
    post,
    chat: async (body: object, signal?: AbortSignal) => await post('v1/chat/completions', body, signal),
  }
}

export type Served = Awaited<ReturnType<typeof serve>>
