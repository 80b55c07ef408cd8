import type { Nodes, PhrasingContent } from 'mdast'
import type { MarkedLines } from '../../code/code-lines.tsx'

/** A file as an answer names it, and the lines of it that are meant. */
export interface NamedFile {
  readonly path: string
  readonly lines?: MarkedLines
}

/** Bounded, so that a text of nothing but slashes is read in one go. */
const NAME = String.raw`[\p{L}\p{N}_.@+-]{1,100}`
const FOLDERS = String.raw`(?:${NAME}\/){0,20}`
const ENDING = String.raw`\.[A-Za-z]\w{0,9}`
/** `:12`, `:12:3`, `:12-20`, `#L12`, `#L12-L20`. */
const LINES = String.raw`(?::\d{1,7}(?::\d{1,5}|-\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)`

/** `/src/App.tsx:12`: alone, and so also with blanks in its names. */
const ABSOLUTE = new RegExp(String.raw`^\/(?:[\p{L}\p{N}_.@+ -]+\/)*[\p{L}\p{N}_.@+ -]*${ENDING}${LINES}?$`, 'u')
/** `src/App.tsx`, `./a.ts`, `../a.ts`: a folder before the name, or it could be anything with a dot. */
const RELATIVE = new RegExp(String.raw`^(?:\.{0,2}[\p{L}\p{N}_@+-]+\/|\.{1,2}\/)${FOLDERS}(?:${NAME})?${ENDING}${LINES}?$`, 'u')
/** In a sentence: after a blank or a bracket, and up to the end of a word. Not in `https://a.b/c.ts`, `and/or.x`, `~/a.ts`. */
const IN_PROSE = new RegExp(String.raw`(?<![\w.:/@~<\\-])\/${FOLDERS}?(?:${NAME})?${ENDING}${LINES}?(?![\w/-]|\.\w)`, 'gu')

/** What a piece of code names, seen from a folder. Undefined: no file. */
export function namedFile(text: string, folder: string): NamedFile | undefined {
  if (ABSOLUTE.test(text)) return read(text)
  return RELATIVE.test(text) ? read(`${folder}/${text}`) : undefined
}

/** What the address of a link or picture means: `notes.md` is a file, too. Undefined: it leads elsewhere. */
export function linkedFile(address: string, folder: string): NamedFile | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i.test(address)) return undefined
  const text = decoded(address)
  const file = read(text.startsWith('/') ? text : `${folder}/${text}`)
  return /\.\w{1,8}$/.test(file.path) ? file : undefined
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Where the lines begin behind a name, and how far they go. */
const PLACE = /(?::(\d+)(?::\d+|-(\d+))?|#L(\d+)(?:-L?(\d+))?)$/

function read(text: string): NamedFile {
  const [place = '', line, last, mark, lastMark] = PLACE.exec(text) ?? []
  const from = Number(line ?? mark)
  const path = resolved(text.slice(0, text.length - place.length).replace(/[#?].*$/s, ''))
  return place === '' ? { path } : { path, lines: { from, to: Math.max(from, Number(last ?? lastMark ?? from)) } }
}

function resolved(text: string): string {
  const names: string[] = []
  for (const name of text.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}

/** The files that a sentence names, and where. */
export const pathsIn = (text: string): readonly { readonly name: string; readonly from: number; readonly to: number }[] =>
  [...text.matchAll(IN_PROSE)].map(({ 0: name, index }) => ({ name, from: index, to: index + name.length }))

/** Marks the files that sentences name, so that they are drawn as ways to them. What is a link already stays one. */
export function markPaths(node: Nodes): void {
  if (!('children' in node) || node.type === 'link' || node.type === 'linkReference' || node.type === 'formula') return
  const children = node.children.flatMap((child): readonly Nodes[] =>
    child.type === 'text' ? split(child.value, child) : [child],
  )
  for (const child of children) markPaths(child)
  // Words are replaced by words, which stand wherever words do.
  node.children = children as typeof node.children
}

function split(text: string, whole: Nodes): readonly Nodes[] {
  if (whole.data?.hName !== undefined || !text.includes('/')) return [whole]
  const pieces: PhrasingContent[] = []
  let end = 0
  for (const { name, from, to } of pathsIn(text)) {
    if (from > end) pieces.push({ type: 'text', value: text.slice(end, from) })
    pieces.push({ type: 'text', value: name, data: { hName: 'span', hProperties: { className: ['parley-path'] } } })
    end = to
  }
  if (end === 0) return [whole]
  return end < text.length ? [...pieces, { type: 'text', value: text.slice(end) }] : pieces
}
