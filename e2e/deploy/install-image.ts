import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages, packPackages } from '../../scripts/pack/pack-packages.ts'
import { root } from '../../scripts/workspace/root.mjs'
import { run } from '../../scripts/workspace/run.mjs'

export interface Image {
  readonly folder: string
  /** What the Dockerfile starts: `node` and its arguments. */
  readonly command: readonly string[]
}

/** The last stage of the Dockerfile in a folder of its own: the packed packages, nothing of the repository. */
export async function installAsTheImageDoes(): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'))
  const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8')
  await buildPackages()
  const packages = await packPackages(folder)
  const install = /^RUN npm (install [^/\\]*)/m.exec(dockerfile)?.[1]?.trim().split(' ') ?? []
  const { code, output } = await run('npm', [...install, ...packages], { quiet: true, cwd: folder })
  if (code !== 0) throw new Error(output)
  // Written as JSON, as Docker wants it where there is no shell.
  const command: readonly string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
  return { folder, command }
}
