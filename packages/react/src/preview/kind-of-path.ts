import { imageTypeOf } from '@parley/browser/sandbox'

export type PreviewKind = 'html' | 'component' | 'csv' | 'image' | 'markdown' | 'pdf' | 'text'

const KINDS: ReadonlyMap<string, PreviewKind> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['tsx', 'component'],
  ['jsx', 'component'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['pdf', 'pdf'],
  ['md', 'markdown'],
  ['markdown', 'markdown'],
])

/** How a file is looked at, by its name. */
export function kindOfPath(path: string): PreviewKind {
  if (imageTypeOf(path) !== undefined) return 'image'
  return KINDS.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'text'
}
