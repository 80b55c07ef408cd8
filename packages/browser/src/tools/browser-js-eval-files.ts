import type { Policy } from '../approval/verdict.ts'
import { toText } from '../files/file-content.ts'
import type { FileSystem } from '../files/file-system.ts'
import { type Path, toPath } from '../files/path.ts'
import type { FilesCapability } from '../sandbox/sandbox.ts'
import { modelIn } from './file-tool.ts'
import type { Effect, ToolContext } from './tool.ts'

type FileEffect = Extract<Effect, { readonly path: string }>['kind']

/**
 * Files for a running program. The call as a whole was judged as one that reads, writes and deletes anywhere, so what
 * would ask has been answered; what the policy denies for this very path is refused here, and the program is told why.
 */
export function createFilesBridge(files: FileSystem, policy: Policy): (context: ToolContext) => FilesCapability {
  return (context) => {
    const by = modelIn(context)
    const allowed = (text: string, kind: FileEffect): Path => {
      const path = toPath(text)
      const call = { type: 'tool-call', id: context.callId, name: 'browser_js_eval', input: {} } as const
      const verdict = policy({ threadId: '', call, hash: '', effects: [{ kind, path }], mode: 'ask', grants: [], repeats: 0 })
      if (verdict.kind === 'deny') throw new Error(verdict.reason)
      return path
    }
    return {
      async read(text) {
        const { entry, data } = await files.read(allowed(text, 'read-files'), by)
        if (entry.binary) throw new Error(`${entry.path} is not a text file.`)
        return toText(data)
      },
      async write(text, content) {
        await files.write(allowed(text, 'write-files'), content, by)
      },
      async list(text) {
        const entries = await files.list(allowed(text, 'read-files'), by)
        return entries.map(({ name, type }) => ({ name, type }))
      },
      async delete(text) {
        await files.remove(allowed(text, 'delete-files'), by)
      },
    }
  }
}
