import { canonicalText } from '../tools/approval-seal.ts'
import type { Question } from './waiting-call.ts'

/** What the names of threads begin with that hold the calls of other people's agents. */
export const GUEST = 'guest:'

/** The thread in which the calls of a client are shown. */
export function guestThread(client: string): string {
  return `${GUEST}${
    client
      .toLowerCase()
      .replaceAll(/[^a-z0-9.-]+/g, '-')
      .slice(0, 40) || 'guest'
  }`
}

/** The same for the same call of the same client. */
export async function keyOf({ client, name, input, fingerprint, runs }: Question): Promise<string> {
  const text = canonicalText([client, name, input, fingerprint ?? null, runs])
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
