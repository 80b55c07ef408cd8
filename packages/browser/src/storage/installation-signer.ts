import { createSigningKey, type Signer, signerWith } from '../ledger/receipts/signature.ts'
import type { StorageDatabase } from './storage-database.ts'

export const installationSigner = (database: StorageDatabase): Signer => signerWith(() => installationKey(database))

/** The one of this profile. Two tabs that make it at once both get the one that was kept first. */
async function installationKey(database: StorageDatabase): Promise<CryptoKeyPair> {
  const known = await database.get('keys', 'signing')
  if (known) return known
  const made = await createSigningKey()
  const transaction = database.transaction('keys', 'readwrite')
  const kept = await transaction.store.get('signing')
  if (!kept) await transaction.store.put(made, 'signing')
  await transaction.done
  return kept ?? made
}
