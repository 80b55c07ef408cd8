import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A key by what anybody may know of it. */
export interface PublicKey {
  readonly algorithm: Algorithm
  /** Lower-case hex, as the algorithm exports it raw. */
  readonly key: string
}

export interface Signature extends PublicKey {
  /** Lower-case hex. */
  readonly signature: string
}

/** Signs in the name of one installation: this profile of this browser, or the data folder of a server. */
export interface Signer {
  sign(text: string): Promise<Signature>
  publicKey(): Promise<PublicKey>
}

const ALGORITHMS = {
  Ed25519: { made: { name: 'Ed25519' }, used: { name: 'Ed25519' } },
  'ECDSA-P256': { made: { name: 'ECDSA', namedCurve: 'P-256' }, used: { name: 'ECDSA', hash: 'SHA-256' } },
} as const

type Algorithm = keyof typeof ALGORITHMS

/** A key that nobody can take out of this browser. Where there is no Ed25519 (before Chrome 137, Firefox 129, Safari 17) it is one on P-256. */
export async function createSigningKey(): Promise<CryptoKeyPair> {
  const make = ({ made }: (typeof ALGORITHMS)[Algorithm]) => crypto.subtle.generateKey(made, false, ['sign', 'verify'])
  const pair = await make(ALGORITHMS.Ed25519).catch(() => make(ALGORITHMS['ECDSA-P256']))
  // Both algorithms have two halves.
  return pair as CryptoKeyPair
}

/** `pair` is asked for when something is first signed: who never takes a conversation along needs no key. */
export function signerWith(pair: () => Promise<CryptoKeyPair>): Signer {
  let known: Promise<CryptoKeyPair> | undefined
  const keys = () => {
    known ??= pair()
    // What failed, perhaps for want of room, is tried again the next time.
    known.catch(() => (known = undefined))
    return known
  }
  const publicKey = async (): Promise<PublicKey> => {
    const { publicKey: key } = await keys()
    const algorithm = key.algorithm.name === 'Ed25519' ? 'Ed25519' : 'ECDSA-P256'
    return { algorithm, key: bytesToHex(new Uint8Array(await crypto.subtle.exportKey('raw', key))) }
  }
  return {
    publicKey,
    async sign(text) {
      const [{ privateKey }, shown] = [await keys(), await publicKey()]
      const bytes = await crypto.subtle.sign(ALGORITHMS[shown.algorithm].used, privateKey, utf8ToBytes(text))
      return { ...shown, signature: bytesToHex(new Uint8Array(bytes)) }
    },
  }
}

/** Undefined: whoever asks cannot check signatures of this kind. */
export async function isSigned(text: string, { algorithm, key, signature }: Signature): Promise<boolean | undefined> {
  const { made, used } = ALGORITHMS[algorithm]
  let imported: CryptoKey
  try {
    imported = await crypto.subtle.importKey('raw', hexToBytes(key), made, false, ['verify'])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return undefined
    return false
  }
  return await crypto.subtle.verify(used, imported, hexToBytes(signature), utf8ToBytes(text))
}

/** What a person compares: `3f2a 91c0 …`, the beginning of the key's SHA-256. */
export async function fingerprintOfKey({ key }: PublicKey): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', hexToBytes(key)))
  return bytesToHex(digest.slice(0, 16)).replaceAll(/(.{4})(?=.)/g, '$1 ')
}
