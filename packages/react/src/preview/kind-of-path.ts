export type PreviewKind = 'html' | 'csv' | 'image' | 'markdown' | 'text'

/** What a picture is called by a browser. A drawing is shown as a picture, so nothing in it runs. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}

const KINDS: Readonly<Record<string, PreviewKind>> = {
  html: 'html',
  htm: 'html',
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
}

export const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** How a file is looked at, by its name. */
export function kindOfPath(path: string): PreviewKind {
  const ending = endingOf(path)
  if (Object.hasOwn(IMAGE_TYPES, ending)) return 'image'
  return (Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined) ?? 'text'
}
