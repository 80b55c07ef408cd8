import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

const PACK: { readonly [encoding in Encoding]: (bytes: Uint8Array) => Promise<Uint8Array> } = {
  // One step below the best is within a tenth of it, and takes a twentieth of its time.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** The encoding to answer in; `undefined`: as it is. Brotli is smaller, so it wins where both are welcome. */
export function acceptedEncoding(header: string | null): Encoding | undefined {
  const offers = (header ?? '').split(',').map((offer) =>
    offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  )
  const isWelcome = (name: string) =>
    offers.some(([offered, ...rest]) => offered === name && !rest.some((one) => /^q=0(\.0*)?$/.test(one)))
  return (['br', 'gzip'] as const).find(isWelcome)
}

/** Files that never change, packed once for as long as the server runs. */
export function createPackedFiles(): (file: string, encoding: Encoding) => Promise<Uint8Array> {
  const packed = new Map<string, Promise<Uint8Array>>()
  return (file, encoding) => {
    const key = `${encoding} ${file}`
    const known = packed.get(key) ?? readFile(file).then(PACK[encoding])
    packed.set(key, known)
    known.catch(() => packed.delete(key))
    return known
  }
}
