import { z } from 'zod'
import { FileError } from '../files/file-error.ts'
import type { FileEntry, FileSystem } from '../files/file-system.ts'
import { isInside, type Path } from '../files/path.ts'
import type { Match } from '../files/search/find-in-files.ts'
import { field, say } from '../words/tools.ts'
import { toolOutput } from './define-tool.ts'
import { counted, defineFileTool, modelIn, pathIn } from './file-tool.ts'
import type { Tool } from './tool.ts'

const MAX_MATCHES = 200

const fields = {
  text: field('field.search-text'),
  glob: field('field.search-glob'),
  path: field('field.search-path'),
  ignore_case: field('field.search-ignore-case'),
}

const parameters = z.object({
  text: z.string().optional().describe(fields.text.message),
  glob: z.string().optional().describe(fields.glob.message),
  path: z.string().default('/').describe(fields.path.message),
  ignore_case: z.boolean().default(false).describe(fields.ignore_case.message),
})

export interface SearchFilesOptions {
  /** Folders that are searched only where the call names them, because whoever allows a search of `/` did not mean them. */
  readonly apart?: readonly Path[]
}

/** Literal text only: a regular expression of a model could keep the page busy for hours. */
export function createSearchFiles(files: FileSystem, { apart = [] }: SearchFilesOptions = {}): Tool {
  return defineFileTool({
    name: 'search_files',
    face: { icon: 'search', title: say('tool.search'), fields },
    description: 'Find files by name pattern, or lines that contain a text, in the virtual file system.',
    parameters,
    paths: ['path'],
    effects: ({ path }) => [{ kind: 'read-files', path: pathIn(path) }],
    preview: ({ text, glob, path }) => {
      const which = glob === undefined ? '' : ` (${glob})`
      const sentence = text === undefined ? say('preview.find', { which, path }) : say('preview.search', { text, path, which })
      return { sentence, verb: say('do.search') }
    },
    async execute({ text, glob, path, ignore_case: ignoreCase }, { signal, ...context }) {
      const by = modelIn({ signal, ...context })
      if (text === '') throw new FileError('EINVAL', path, say('search.empty'))
      const left = apart.filter((folder) => folder !== pathIn(path) && isInside(folder, pathIn(path)))
      // Fetched with the first search.
      const { findFiles, searchText } = await import('../files/search/find-in-files.ts')
      const below = await findFiles(files, pathIn(path), glob, by)
      signal.throwIfAborted()
      const found = below.filter((entry) => !left.some((folder) => isInside(entry.path, folder)))
      if (text === undefined) return listPaths(found, left)
      return listMatches(await searchText(files, found, { text, ignoreCase, by, most: MAX_MATCHES }, signal), left)
    },
  })
}

/** The model must not take what was not searched for what is not there. */
function leftOut(left: readonly Path[]): string {
  return left.length === 0 ? '' : `\n[Not searched: ${left.join(', ')}. Search there by naming it as the path.]`
}

function listPaths(found: readonly FileEntry[], left: readonly Path[]) {
  const paths = found.slice(0, MAX_MATCHES).map((entry) => entry.path)
  const more =
    found.length > paths.length
      ? `\n[${counted(found.length - paths.length, 'more file')}. Narrow the pattern or the directory.]`
      : ''
  const note = more + leftOut(left)
  return toolOutput({ content: (paths.join('\n') || 'No file matches.') + note, ...(note === '' && { data: paths }) })
}

function listMatches(matches: readonly Match[], left: readonly Path[]) {
  if (matches.length === 0) {
    const note = leftOut(left)
    return toolOutput({ content: `No line contains this text.${note}`, ...(note === '' && { data: [] }) })
  }
  const shown = matches.slice(0, MAX_MATCHES)
  const more =
    matches.length > shown.length
      ? `\n[More than ${MAX_MATCHES} lines match. Narrow the text, the pattern or the directory.]`
      : ''
  return toolOutput({
    content: shown.map(({ path, line, text }) => `${path}:${line}: ${text}`).join('\n') + more + leftOut(left),
  })
}
