import type { FileSystem } from '@parley/browser/files'
import { toPath } from '@parley/browser/files'
import type { FilePart, TextPart } from '@parley/dialects'
import { YOU } from '../../files/use-file-tree.ts'
import { formatSize } from '../../parts/format-size.ts'
import { type Attachment, attachedParts, attachedText, type FileAttachment, isPicture } from './attachment.ts'
import { toPicture } from './picture.ts'

type Parts = readonly (TextPart | FilePart)[]

/** A text of this length is read with the question; a longer one is found in the files. */
const MOST_TEXT = 8000

interface Told {
  readonly files: FileSystem
  /** Whether the model sees pictures. */
  readonly sees: boolean
}

/** What a message says of what was attached to it. Files are read now: they may have changed since. */
export async function messageParts(attachments: readonly Attachment[], told: Told): Promise<Parts> {
  const all = await Promise.all(
    attachments.map(async (attachment) => ('path' in attachment ? await fileParts(attachment, told) : attachedParts(attachment))),
  )
  return all.flat()
}

async function fileParts(attachment: FileAttachment, { files, sees }: Told): Promise<Parts> {
  const { name, path, size, count } = attachment
  const tell = (text: string) => attachedText(name, path, text)
  if (count !== undefined)
    return [tell(`(${count} files, ${formatSize(size)} in all. They are in the files of this conversation, below ${path}.)`)]
  const { data } = await files.read(toPath(path), YOU)
  const lies = `(${formatSize(size)}. It is in the files of this conversation, at ${path}.)`
  if (typeof data === 'string') return [tell(data.length <= MOST_TEXT ? data : lies)]
  const picture = isPicture(attachment) && sees ? await toPicture(data, name) : undefined
  if (picture) return [tell(''), picture]
  return [tell(isPicture(attachment) ? `(A picture that you cannot see. ${lies.slice(1)}` : lies)]
}
