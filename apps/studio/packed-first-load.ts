import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const pack = (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/** What every visitor fetches first lies packed beside itself, as small as it gets: a server that packed it so would let the first one wait. */
export const packedFirstLoad = (): Plugin => ({
  name: 'packed-first-load',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      for (const piece of Object.values(bundle)) {
        if (!/\/first-load-[^/]+\.(?:js|css)$/.test(piece.fileName)) continue
        const source = Buffer.from(piece.type === 'chunk' ? piece.code : piece.source)
        this.emitFile({ type: 'asset', fileName: `${piece.fileName}.br`, source: await pack(source) })
      }
    },
  },
})
