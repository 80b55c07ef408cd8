import type { Context } from 'hono'
import { streamResponse } from '../../http/stream-response.ts'
import type { Mcp } from '../mcp.ts'
import type { GuestTools } from './guest-tools.ts'

const CHANGED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })

interface ToolsChanged {
  readonly type: 'tools-changed'
}

/** `GET /mcp`: tells clients of before 2026-07-28 that there are other tools than they were told. */
export function changesDoor({ server }: Mcp, tools: GuestTools, context: Context): Response {
  const { signal, end } = server.streams.begin(server.leaving(context))
  return streamResponse<ToolsChanged>(changes(tools, signal), {
    write: (events) => (events.some(({ type }) => type === 'tools-changed') ? `event: message\ndata: ${CHANGED}\n\n` : ''),
    onEnd: end,
    stopping: server.streams.stopping,
    ownSocket: server.ownSocket,
    beatMs: server.limits.beatMs,
  })
}

async function* changes(tools: GuestTools, signal: AbortSignal): AsyncGenerator<readonly ToolsChanged[]> {
  let isChanged = false
  let wake: (() => void) | undefined
  const unsubscribe = tools.subscribe(() => {
    isChanged = true
    wake?.()
  })
  signal.addEventListener('abort', () => wake?.(), { once: true })
  try {
    while (!signal.aborted) {
      if (isChanged) {
        isChanged = false
        yield [{ type: 'tools-changed' }]
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    unsubscribe()
  }
}
