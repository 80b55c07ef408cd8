import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { diskFault } from '../../agent/store/disk-fault.ts'
import type { ProviderConfig } from '../../config-schema.ts'
import type { OwnProviders } from '../../connecting/own-providers.ts'
import { refusal } from '../../http-fault.ts'
import { provider as providerSetting } from '../../settings/providers.ts'
import { say } from '../../words.ts'

const contents = z.object({ providers: z.array(providerSetting) })

interface ProviderFileOptions {
  /** Told of a file that cannot be read; it is left where it is. */
  readonly onBad: (sentence: string) => void
  readonly onChange: () => void
}

/** What was connected in the page, with its keys, in a file that nobody else may read. */
export async function openProviderFile(file: string, { onBad, onChange }: ProviderFileOptions): Promise<OwnProviders> {
  let known: readonly ProviderConfig[] = await readKept(file).catch((): readonly ProviderConfig[] => {
    onBad(say('connect.file', { file }).message)
    return []
  })
  let last: Promise<unknown> = Promise.resolve()
  type Change = (kept: readonly ProviderConfig[]) => readonly ProviderConfig[]
  const afterOthers = async (before: Promise<unknown>, next: Change) => {
    await before.catch(() => undefined)
    // What the file holds now: another process may have written it.
    const kept = next(await readKept(file))
    await writeKept(file, kept)
    known = kept
    onChange()
  }
  const change = async (next: Change) => {
    const done = afterOthers(last, next)
    last = done
    await done
  }
  return {
    list: () => known,
    save: (provider) =>
      change((kept) =>
        kept.some(({ id }) => id === provider.id)
          ? kept.map((other) => (other.id === provider.id ? provider : other))
          : [...kept, provider],
      ),
    remove: (id) => change((kept) => kept.filter((provider) => provider.id !== id)),
  }
}

async function readKept(file: string): Promise<readonly ProviderConfig[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw diskFault(error, dirname(file)) ?? error
  })
  if (text === undefined) return []
  const read = contents.safeParse(parsed(text))
  // What stands in it may be a key, and so is not quoted.
  if (!read.success) throw refusal('request/conflict', say('connect.file', { file }))
  return read.data.providers
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** There whole or not at all, and at no moment for others to read. */
async function writeKept(file: string, providers: readonly ProviderConfig[]): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const draft = `${file}.${process.pid}.draft`
    await writeFile(draft, JSON.stringify({ providers }, null, 2), { mode: 0o600 })
    // A draft that a process left behind keeps the mode it had.
    await chmod(draft, 0o600)
    await rename(draft, file)
  } catch (error) {
    throw diskFault(error, dirname(file)) ?? error
  }
}
