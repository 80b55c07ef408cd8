import type { FilePart, TextPart } from '@parley/dialects'

/** Something that goes with the next message. */
export type Attachment = ServedAttachment | FileAttachment

interface Named {
  readonly id: string
  readonly name: string
}

/** It came from a server, and is as it came. */
export interface ServedAttachment extends Named {
  /** Who it comes from. */
  readonly source: string
  readonly parts: readonly (TextPart | FilePart)[]
}

/** It lies in the files of the conversation, and is read when the message goes. */
export interface FileAttachment extends Named {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** How many files a folder has. Absent: it is a file. */
  readonly count?: number
}

/** In bytes, roughly: of a file, base64 is a third longer. */
export const sizeOf = (attachment: Attachment): number =>
  'path' in attachment
    ? attachment.size
    : attachment.parts.reduce(
        (sum, part) => sum + (part.type === 'text' ? part.text.length : Math.floor((part.data.length * 3) / 4)),
        0,
      )

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i

/** Whether a model could see it. A drawing in SVG is a text. */
export const isPicture = (attachment: Attachment): attachment is FileAttachment =>
  'path' in attachment && attachment.count === undefined && PICTURE.test(attachment.path)

/** One line and nothing that could end it. */
const inLine = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').slice(0, 200)

const HEAD = /^\[Attached: (.+)\]\n/

/** What the model reads above something attached, so that it is not taken for the person's own words. */
export const attachedText = (name: string, source: string, text: string): TextPart => ({
  type: 'text',
  text: `[Attached: ${inLine(name)}, from ${inLine(source)}]\n${text}`,
})

export const attachedParts = ({ name, source, parts }: ServedAttachment): readonly (TextPart | FilePart)[] =>
  parts.map((part) =>
    part.type === 'text' ? { ...part, ...attachedText(name, source, part.text) } : { ...part, name: part.name ?? inLine(name) },
  )

/** A part that was attached, by its first line. */
export function readAttached(text: string): { readonly name: string; readonly text: string } | undefined {
  const [head, name] = HEAD.exec(text) ?? []
  return head === undefined || name === undefined ? undefined : { name, text: text.slice(head.length) }
}
