import type { Asking } from '../questions/asking.ts'
import type { ResolvedEntry } from '../settings/resolve-entry.ts'
import type { ToolList } from '../tools/mcp-tool.ts'
import { type OpenedClient, type OpenOptions, openClient } from './open-client.ts'

/** A connected server. Whoever uses it is counted, so that it is not stopped meanwhile. */
export interface Session extends OpenedClient {
  readonly asking: Asking
  /** Asked for once, and again when the server says that they changed. */
  tools(): Promise<ToolList>
}

interface SessionOptions extends OpenOptions {
  readonly asking: Asking
  readonly list: (opened: OpenedClient) => Promise<ToolList>
}

export async function openSession(entry: ResolvedEntry, { asking, list, ...options }: SessionOptions): Promise<Session> {
  let isStale = false
  let listed: Promise<ToolList> | undefined
  const opened = await openClient(entry, {
    ...options,
    onToolsChanged: () => {
      isStale = true
      options.onToolsChanged()
    },
  })
  return {
    ...opened,
    asking,
    tools: () => {
      if (isStale) listed = undefined
      isStale = false
      listed ??= list(opened)
      listed.catch(() => {
        listed = undefined
      })
      return listed
    },
  }
}
