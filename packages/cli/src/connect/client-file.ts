import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What the file held before us lies beside it. */
export const backupOf = (file: string): string => `${file}.before-parley`

export async function readIfThere(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Keeps what the file held before us, and nothing where there was none. Only once: what is kept is never our own. */
export async function keepBefore(file: string, before: string | undefined): Promise<void> {
  if ((await readIfThere(backupOf(file))) === undefined) await writeWhole(backupOf(file), before ?? '')
}

/** There whole or not at all. A link stays a link, and who may read the file may still. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file)
  await mkdir(dirname(target), { recursive: true })
  const draft = `${target}.${process.pid}.draft`
  const mode = (await stat(target).catch(() => undefined))?.mode ?? 0o600
  await writeFile(draft, text, { mode })
  await chmod(draft, mode)
  await rename(draft, target)
}

export const remove = async (file: string): Promise<void> => await rm(file, { force: true })
