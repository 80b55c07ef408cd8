import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { OAuthDiscoveryState, StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { isJsonObject } from '@parley/dialects'

/** What one owner has at one MCP server. */
export interface KeptLogin {
  /** What we are to an authorisation server, by its issuer: another one must never be shown it. */
  readonly clients: Readonly<Record<string, StoredOAuthClientInformation>>
  readonly tokens?: StoredOAuthTokens
  readonly discovery?: OAuthDiscoveryState
}

/** Logins by owner and server, in a file that nobody else may read. */
export interface Logins {
  read(owner: string, server: string): KeptLogin
  change(owner: string, server: string, change: (login: KeptLogin) => KeptLogin | undefined): Promise<void>
}

const NONE: KeptLogin = { clients: {} }
/** JSON, so that no owner can come by the key of another. */
const keyOf = (owner: string, server: string): string => JSON.stringify([owner, server])

export async function openLogins(file: string): Promise<Logins> {
  const logins = await readLogins(file)
  let saving = Promise.resolve()
  const save = async () => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(logins)), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return {
    read: (owner, server) => logins.get(keyOf(owner, server)) ?? NONE,
    async change(owner, server, change) {
      const key = keyOf(owner, server)
      const next = change(logins.get(key) ?? NONE)
      if (next) logins.set(key, next)
      else logins.delete(key)
      saving = saving.then(save, save)
      await saving
    },
  }
}

async function readLogins(file: string): Promise<Map<string, KeptLogin>> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const value = parsed(text)
  const entries = Object.entries(isJsonObject(value) ? value : {}).filter(
    ([, login]) => isJsonObject(login) && isJsonObject(login['clients']),
  )
  // Written by ourselves, from logins.
  return new Map(entries as unknown as (readonly [string, KeptLogin])[])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
