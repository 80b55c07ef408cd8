import { type FileSystem, toPath } from '@parley/browser/files'
import type { FilePart } from '@parley/dialects'

const FOLDER = '/results'

/** A name that is only a name, whatever somebody else called it. */
export function nameFor({ name = '', mediaType }: Pick<FilePart, 'name' | 'mediaType'>): string {
  const plain = (name.split(/[\\/]/).pop() ?? '')
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^[.\s]+/, '')
    .slice(0, 80)
    .trim()
  const kind = /^[\w.-]+\/([\w-]+)/.exec(mediaType)?.[1] ?? 'bin'
  const ending = kind === 'octet-stream' ? 'bin' : kind
  if (plain === '') return `file.${ending}`
  return /\.[\p{L}\p{N}]{1,8}$/u.test(plain) ? plain : `${plain}.${ending}`
}

/** Puts what a tool handed over into the files of a thread, beside what is there already. */
export async function saveFile(files: FileSystem, file: FilePart): Promise<string> {
  const bytes = Uint8Array.from(atob(file.data), (character) => character.charCodeAt(0))
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(nameFor(file)) ?? []
  const taken = new Set((await files.list(toPath(FOLDER), { actor: 'user' }).catch(() => [])).map(({ name }) => name))
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}${ending}` : `${stem}-${count}${ending}`
    if (taken.has(name)) continue
    const path = toPath(`${FOLDER}/${name}`)
    await files.write(path, bytes, { actor: 'user' }, { expect: 'absent' })
    return path
  }
}
