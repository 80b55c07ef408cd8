import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal } from '../../http-fault.ts'
import { say } from '../words.ts'
import { type Accelerator, ENGINE_VERSION, type EngineVariant, variantFor } from './variant.ts'

export interface EngineHome {
  /** Undefined: there is none for this kind of computer. */
  readonly variant: EngineVariant | undefined
  /** Where it is installed. Undefined: it is not. */
  installed(): string | undefined
  /** Fetches it with npm. Only ever called because a person said so. */
  install(signal: AbortSignal): Promise<string>
}

interface HomeOptions {
  /** Where engines lie, below the folder of everything that is kept. */
  readonly folder: string
  readonly accelerator?: Accelerator | undefined
  readonly system?: string
  readonly chip?: string
}

/** Where the engine lives, once somebody has asked for it. */
export function openEngineHome({ folder, accelerator, system = process.platform, chip = process.arch }: HomeOptions): EngineHome {
  const variant = variantFor(system, chip, accelerator)
  const home = join(folder, `${ENGINE_VERSION}-${variant?.name}`)
  let installing: Promise<string> | undefined
  return {
    variant,
    installed: () => (variant && existsSync(home) ? home : undefined),
    install(signal) {
      if (!variant) throw refusal('request/invalid', say('gguf.no-engine', { system: `${system} ${chip}` }))
      if (existsSync(home)) return Promise.resolve(home)
      installing ??= fetchInto(home, variant, signal).finally(() => {
        installing = undefined
      })
      return installing
    },
  }
}

/** Half an install must not count as one: it becomes one by its name. */
async function fetchInto(home: string, { name }: EngineVariant, signal: AbortSignal): Promise<string> {
  const work = `${home}.part-${process.pid}`
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  try {
    await writeFile(join(work, 'package.json'), '{"private":true}\n')
    const packages = [`node-llama-cpp@${ENGINE_VERSION}`, `@node-llama-cpp/${name}@${ENGINE_VERSION}`]
    const args = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages]
    const problem = await runNpm(work, args, signal)
    signal.throwIfAborted()
    if (problem !== undefined) {
      const command = `npm ${args.join(' ')} --prefix ${home}`
      throw refusal('provider/unavailable', say('gguf.install-failed', { why: problem, command }))
    }
    // Sources for who builds an engine of their own: two fifths of all that was fetched.
    await rm(join(work, 'node_modules', 'node-llama-cpp', 'llama', 'gitRelease.bundle'), { force: true })
    await rename(work, home).catch((error: unknown) => {
      // Somebody else was sooner, in the terminal or in another server: theirs is as good.
      if (!existsSync(home)) throw error
    })
    return home
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** What went wrong. Undefined: nothing. */
async function runNpm(folder: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  const own = process.env['npm_execpath']
  const isScript = own !== undefined && /\.[cm]?js$/.test(own)
  const [program, first] = isScript ? [process.execPath, [own]] : ['npm', []]
  const child = spawn(program, [...first, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: !isScript && process.platform === 'win32',
    env: withoutOurs(process.env),
    signal,
  })
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => {
    said = `${said}${piece.toString()}`.slice(-4000)
  })
  try {
    const [code] = await once(child, 'exit')
    return code === 0 ? undefined : lastError(said)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** npm hands its own settings down: those of the project that runs us would put the engine into the project. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^npm_config_(local_)?prefix$|^npm_(package|lifecycle|command)|^INIT_CWD$/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)))
}

function lastError(said: string): string {
  const lines = said.split('\n').filter((line) => /^npm error (?!A complete log)/.test(line))
  return lines.slice(0, 2).join(' ').replaceAll('npm error ', '').slice(0, 200) || 'npm failed'
}
