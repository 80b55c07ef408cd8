import { type Sql, textOf } from '../store/sql.ts'

/** The key with which this installation signs, kept beside its threads: all replicas have the same. */
export interface SigningKey {
  sign(text: string): Promise<ServerSignature>
}

export interface ServerSignature {
  readonly algorithm: 'Ed25519'
  /** Hex. */
  readonly key: string
  readonly signature: string
}

const ED25519 = { name: 'Ed25519' }
const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

export function createSigningKey(sql: Sql): SigningKey {
  let known: Promise<CryptoKey> | undefined
  return {
    async sign(text) {
      known ??= keptKey(sql)
      known.catch(() => (known = undefined))
      const privateKey = await known
      const { x = '' } = await crypto.subtle.exportKey('jwk', privateKey)
      const signature = await crypto.subtle.sign(ED25519, privateKey, new TextEncoder().encode(text))
      return { algorithm: 'Ed25519', key: Buffer.from(x, 'base64url').toString('hex'), signature: hex(signature) }
    },
  }
}

/** Made by whoever needs it first; of two who make one at once, both get the one that was kept. */
async function keptKey(sql: Sql): Promise<CryptoKey> {
  const table = `${sql.prefix}signing_keys`
  const read = async () => (await sql.query(`SELECT jwk FROM ${table} WHERE id = 'signing'`, []))[0]
  if (!(await read())) {
    const made = await crypto.subtle.generateKey(ED25519, true, ['sign', 'verify'])
    // Ed25519 has two halves.
    const { privateKey } = made as CryptoKeyPair
    const jwk = JSON.stringify(await crypto.subtle.exportKey('jwk', privateKey))
    await sql.query(`INSERT INTO ${table} VALUES ('signing', $1) ON CONFLICT DO NOTHING`, [jwk])
  }
  const row = await read()
  if (!row) throw new Error('The signing key could not be kept.')
  return await crypto.subtle.importKey('jwk', JSON.parse(textOf(row, 'jwk')), ED25519, true, ['sign'])
}
