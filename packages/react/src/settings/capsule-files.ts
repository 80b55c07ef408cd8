import type { CapsuleFile, CapsuleFiles } from '@parley/browser'
import { type FileSystem, ROOT, toPath } from '@parley/browser/files'

const YOU = { actor: 'user' } as const

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** The whole workspace, as a capsule carries it. */
export function capsuleFiles(files: FileSystem): CapsuleFiles {
  return {
    async readAll() {
      const entries = (await files.tree(ROOT, YOU)).filter((entry) => entry.type === 'file')
      const contents = await files.readMany(
        entries.map((entry) => entry.path),
        YOU,
      )
      return contents.flatMap((content): readonly CapsuleFile[] => {
        if (!content) return []
        const { path } = content.entry
        return [typeof content.data === 'string' ? { path, text: content.data } : { path, base64: toBase64(content.data) }]
      })
    },
    async writeAll(capsule) {
      await files.mkdir(ROOT, YOU)
      await files.writeMany(
        capsule.map((file) => ({ path: toPath(file.path), data: 'text' in file ? file.text : fromBase64(file.base64) })),
        YOU,
      )
    },
  }
}
