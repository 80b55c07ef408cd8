import { type AgentOptions, createServerThreads, createThreadClient, logExchanges, type ThreadStorage } from '@parley/browser'
import { type FileSystem, ROOT } from '@parley/browser/files'
import { goToThread } from '@parley/react'

interface AgentParts {
  readonly storage: ThreadStorage
  readonly workspaceOf: (threadId: string) => FileSystem
}

/** The wire to the threads of our own server. */
export function openAgent({ storage, workspaceOf }: AgentParts): AgentOptions {
  const client = createThreadClient({
    url: '/api',
    listen: (threadId, request) => logExchanges(threadId, { store: storage.exchanges })(request),
  })
  const threads = createServerThreads({ client, storage })
  addEventListener('focus', () => threads.look())
  return {
    client,
    threads,
    async onFork(from, to) {
      await copyFiles(workspaceOf(from), workspaceOf(to))
      goToThread(to)
    },
  }
}

/** A fork goes on with the files as they are now. */
async function copyFiles(from: FileSystem, to: FileSystem): Promise<void> {
  const by = { actor: 'user' } as const
  const paths = (await from.tree(ROOT, by)).flatMap((entry) => (entry.type === 'file' ? entry.path : []))
  const contents = await from.readMany(paths, by)
  const files = contents.flatMap((content, index) => {
    const path = paths[index]
    return content && path !== undefined ? [{ path, data: content.data }] : []
  })
  if (files.length > 0) await to.writeMany(files, by)
}
