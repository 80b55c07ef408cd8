import type { Mode, Policy, Verdict } from '../approval/verdict.ts'
import { toText } from '../files/file-content.ts'
import type { FileSystem } from '../files/file-system.ts'
import { type Path, toPath } from '../files/path.ts'
import type { FilesCapability } from '../sandbox/sandbox.ts'
import { modelIn } from './file-tool.ts'
import type { Effect, ToolContext } from './tool.ts'

type FileEffect = Extract<Effect, { readonly path: string }>['kind']

export interface FilesBridgeOptions {
  /** For programs over a copy: nobody was asked, so only what the mode allows for the very path is done. */
  readonly rehearses?: boolean
}

/**
 * Files for a running program. The call as a whole was judged as one that reads, writes and deletes anywhere, so what
 * would ask has been answered; what the policy denies for this very path is refused here, and the program is told why.
 */
export function createFilesBridge(
  files: FileSystem,
  policy: Policy,
  { rehearses = false }: FilesBridgeOptions = {},
): (context: ToolContext) => FilesCapability {
  const mode: Mode = rehearses ? 'rehearse' : 'ask'
  const isRefused = ({ kind }: Verdict) => (rehearses ? kind !== 'allow' : kind === 'deny')
  return (context) => {
    const by = modelIn(context)
    const allowed = (text: string, kind: FileEffect): Path => {
      const path = toPath(text)
      const call = { type: 'tool-call', id: context.callId, name: 'browser_js_eval', input: {} } as const
      const question = { threadId: '', call, hash: '', fingerprint: '', effects: [{ kind, path }], mode, grants: [], repeats: 0 }
      const verdict = policy(question)
      if (isRefused(verdict)) throw new Error(verdict.kind === 'deny' ? verdict.reason : elsewhere(path))
      return path
    }
    const did = (kind: FileEffect, path: Path) => context.onEffect?.({ kind, path })
    return {
      async read(text) {
        const { entry, data } = await files.read(allowed(text, 'read-files'), by)
        did('read-files', entry.path)
        if (entry.binary) throw new Error(`${entry.path} is not a text file.`)
        return toText(data)
      },
      async write(text, content) {
        const path = allowed(text, 'write-files')
        await files.write(path, content, by)
        did('write-files', path)
      },
      async list(text) {
        const path = allowed(text, 'read-files')
        const entries = await files.list(path, by)
        did('read-files', path)
        return entries.map(({ name, type }) => ({ name, type }))
      },
      async delete(text) {
        const path = allowed(text, 'delete-files')
        await files.remove(path, by)
        did('delete-files', path)
      },
    }
  }
}

const elsewhere = (path: Path): string =>
  `${path} lies beside the files of this thread, where a rehearsed program does not look. Use a file tool, which asks the user.`
