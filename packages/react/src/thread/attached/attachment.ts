import type { FilePart, TextPart } from '@parley/dialects'

/** Something that goes with the next message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  /** Who it comes from. */
  readonly source: string
  readonly parts: readonly (TextPart | FilePart)[]
}

/** In bytes, roughly: of a file, base64 is a third longer. */
export const sizeOf = ({ parts }: Attachment): number =>
  parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : Math.floor((part.data.length * 3) / 4)), 0)

/** One line and nothing that could end it. */
const inLine = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ').slice(0, 200)

const HEAD = /^\[Attached: (.+)\]\n/

/** What the model reads: who it is from stands above it, so that it is not taken for the person's own words. */
export function attachedParts({ name, source, parts }: Attachment): readonly (TextPart | FilePart)[] {
  const head = `[Attached: ${inLine(name)}, from ${inLine(source)}]\n`
  return parts.map((part) =>
    part.type === 'text' ? { ...part, text: `${head}${part.text}` } : { ...part, name: part.name ?? inLine(name) },
  )
}

/** A part that was attached, by its first line. */
export function readAttached(text: string): { readonly name: string; readonly text: string } | undefined {
  const [head, name] = HEAD.exec(text) ?? []
  return head === undefined || name === undefined ? undefined : { name, text: text.slice(head.length) }
}
