import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureStudio } from '../workspace/build-studio.mjs'
import { root } from '../workspace/root.mjs'
import { run } from '../workspace/run.mjs'
import { STUDIO } from '../workspace/serve-command.mjs'
import { compileStyle } from './compile-style.ts'

/** The rooms that are published, each after those it stands on. */
export const ROOMS = ['dialects', 'server', 'browser', 'cli', 'react'] as const

async function must(command: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(command, args, { quiet: true })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

/** Writes each room's `dist/`: JavaScript and declarations, as npm users get them. */
export async function buildPackages(): Promise<void> {
  for (const room of ROOMS) {
    const folder = join(root, 'packages', room)
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    await must(process.execPath, [
      join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      '-p',
      `packages/${room}/tsconfig.build.json`,
    ])
    cpSync(join(folder, 'src'), join(folder, 'dist'), { recursive: true, filter: (path) => !/\.tsx?$/.test(path) })
  }
  await compileStyle()
  await ensureStudio()
  cpSync(STUDIO, join(root, 'packages', 'cli', 'dist', 'studio'), { recursive: true })
}

/** Packs every room into `destination` and says where. */
export async function packPackages(destination: string): Promise<readonly string[]> {
  const workspaces = ROOMS.flatMap((room) => ['-w', `packages/${room}`])
  const said = await must('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', destination, ...workspaces])
  const packed: Record<string, { filename: string }> | { filename: string }[] = JSON.parse(said.slice(said.search(/^[[{]/m)))
  return Object.values(packed).map(({ filename }) => join(destination, filename))
}
