import type { Sentence } from '@parley/dialects'
import { say } from '../words/files.ts'
import { FileError, type FileErrorCode } from './file-error.ts'

declare const isPath: unique symbol

/**
 * An absolute, resolved, NFC path without a trailing slash. Only this file makes one, so `..`, empty names and control
 * characters cannot be expressed.
 */
export type Path = string & { readonly [isPath]: true }

export type ParsedPath =
  /** `mustBeFolder` is set when the text ended in a slash. */
  | { readonly kind: 'valid'; readonly path: Path; readonly mustBeFolder: boolean }
  | { readonly kind: 'invalid'; readonly error: FileError }

// The one cast below marks text that passed every rule of `parsePath`, or was cut from or joined to such text.
const asPath = (text: string): Path => text as Path

export const ROOT: Path = asPath('/')
const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 4096

// Direction overrides and line separators are refused with the control characters: a name that draws itself as another
// name would make an approval card lie.
// oxlint-disable-next-line no-control-regex -- these are the characters to refuse
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const encoder = new TextEncoder()

// What nearly all paths look like, and nothing below could change or refuse: short, absolute, and no name begins with a dot.
const PLAIN = /^(?:\/[\w-][\w.-]*)+$/

export function parsePath(text: string): ParsedPath {
  if (text.length <= MAX_NAME_BYTES && PLAIN.test(text)) return { kind: 'valid', path: asPath(text), mustBeFolder: false }
  const problem = problemOf(text)
  if (problem !== undefined) return problem
  const names: string[] = []
  const pieces = text.normalize('NFC').split('/')
  for (const piece of pieces) {
    if (piece === '..') names.pop()
    else if (piece !== '' && piece !== '.') names.push(piece)
  }
  const long = names.find((name) => isLonger(name, MAX_NAME_BYTES))
  if (long !== undefined) return invalid('ENAMETOOLONG', text, say('path.name-long', { name: clip(long), most: MAX_NAME_BYTES }))
  const path = asPath(`/${names.join('/')}`)
  if (isLonger(path, MAX_PATH_BYTES)) {
    return invalid('ENAMETOOLONG', text, say('path.long', { path: clip(path), most: MAX_PATH_BYTES }))
  }
  const last = pieces.at(-1)
  return { kind: 'valid', path, mustBeFolder: last === '' || last === '.' || last === '..' }
}

/** For paths that a program wrote. Throws what `parsePath` would report. */
export function toPath(text: string): Path {
  const parsed = parsePath(text)
  if (parsed.kind === 'invalid') throw parsed.error
  return parsed.path
}

/** `name` is one name, not a path; throws when it is anything else. */
export function joinPath(folder: Path, name: string): Path {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new FileError('EINVAL', name, say('path.no-name', { name: clip(name) }))
  }
  return toPath(folder === ROOT ? `/${name}` : `${folder}/${name}`)
}

/** The folder that holds `path`. The root holds itself. */
export function parentOf(path: Path): Path {
  const slash = path.lastIndexOf('/')
  return slash <= 0 ? ROOT : asPath(path.slice(0, slash))
}

/** The last name. Empty for the root. */
export function nameOf(path: Path): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Every folder above `path`, outermost first, without the root. */
export function ancestorsOf(path: Path): readonly Path[] {
  const ancestors: Path[] = []
  for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1))
    ancestors.push(asPath(path.slice(0, slash)))
  return ancestors
}

/** Whether `path` is `folder` or lies below it. */
export function isInside(path: Path, folder: Path): boolean {
  return folder === ROOT || path === folder || path.startsWith(`${folder}/`)
}

/** Where `path` lies after the tree at `from` was moved to `to`. `path` must be inside `from`. */
export function rebase(path: Path, from: Path, to: Path): Path {
  const rest = from === ROOT ? (path === ROOT ? '' : path) : path.slice(from.length)
  if (rest === '') return to
  return asPath(to === ROOT ? rest : `${to}${rest}`)
}

/** A stored key pair back to its path. The names in the store were parsed before they were stored. */
export function storedPath(parent: string, name: string): Path {
  return asPath(parent === '/' ? `/${name}` : `${parent}/${name}`)
}

function problemOf(text: string): ParsedPath | undefined {
  if (text === '') return invalid('EINVAL', text, say('path.empty'))
  // A text of megabytes is refused before anything walks over it piece by piece.
  if (text.length > 4 * MAX_PATH_BYTES)
    return invalid('ENAMETOOLONG', clip(text), say('path.very-long', { most: MAX_PATH_BYTES }))
  if (FORBIDDEN.test(text)) return invalid('EINVAL', text, say('path.control', { path: clip(text) }))
  if (!text.isWellFormed()) return invalid('EINVAL', text, say('path.torn', { path: clip(text) }))
  if (!text.startsWith('/')) {
    return invalid('EINVAL', text, say('path.relative', { path: clip(text), absolute: clip(text.replace(/^(\.\/)+/, '')) }))
  }
  return undefined
}

function invalid(code: FileErrorCode, path: string, sentence: Sentence): ParsedPath {
  return { kind: 'invalid', error: new FileError(code, clip(path), sentence) }
}

/** Whether a text has more bytes than that in UTF-8, where no character unit has more than three. */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && encoder.encode(text).length > bytes
}

function clip(text: string): string {
  const safe = text.toWellFormed().replace(new RegExp(FORBIDDEN, 'gu'), '\u{fffd}')
  return safe.length > 80 ? `${safe.slice(0, 80)}…` : safe
}
