import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findLlama } from '../../scripts/workspace/find-llama.mjs'
import { type Script, scriptedModel } from './scripted-model.ts'

export interface RunningLlama {
  readonly url: string
  stop(): Promise<void>
}

/** Where our server looks for others on this computer. */
const LOOKED_AT = [8080, 8000, 5001, 1337, 1234, 30_000, 12_434]

/** Real weights of a model that says its script, behind a real llama-server, where `npm start` looks for one. */
export const startLlama = async (script: Script): Promise<RunningLlama> =>
  await startLlamaWith(script.name, scriptedModel(script))

export async function startLlamaWith(name: string, weights: Buffer): Promise<RunningLlama> {
  const found = findLlama()
  if (!found) throw new Error('There is no llama-server: run npm run test:llama, which brings one.')
  const file = `${name}-${process.pid}.gguf`
  mkdirSync(found.models, { recursive: true })
  writeFileSync(join(found.models, file), weights)
  const port = await freePort()
  const [program = '', ...args] = found.command
  // More than one thread, and they wait for each other in circles on a busy machine.
  const quiet = ['-t', '1', '-tb', '1', '-c', '16384', '-np', '1', '--offline']
  const model = ['-m', `${found.seen}/${file}`, '--alias', name, '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(program, [...args, ...model, ...quiet], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    rmSync(join(found.models, file), { force: true })
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`llama-server ended at once, with code ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, stop }
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/health`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  for (const port of LOOKED_AT) {
    const probe = createServer()
    try {
      await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, '127.0.0.1', resolve))
      await new Promise((resolve) => probe.close(resolve))
      return port
    } catch {
      // Somebody else is there; the next one may be free.
    }
  }
  throw new Error('Every port at which npm start looks for servers is taken.')
}
