import type { StreamEvent } from '@parley/dialects'
import { type AppParts, type BackendTool, createApp, readConfig } from '@parley/server'
import { callAt, type Plan, TOOL } from './turn.ts'

export const look: BackendTool = {
  spec: { name: 'look', description: 'Looks.', parameters: { type: 'object' } },
  check: () => undefined,
  needsApproval: () => undefined,
  run: async ({ at }) => await TOOL({ at: String(at) }),
}

/** The server's own parts, with a model behind them that has its answers ready. */
export function createReadyApp({ calls, waits }: Plan, agent: NonNullable<AppParts['agent']>) {
  const file = JSON.stringify({ limits: { steps: calls + 1 } })
  return createApp(readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), {
    tools: waits ? [] : [look],
    agent,
    providers: [
      {
        id: 'ready',
        label: 'Ready',
        models: async () => [{ id: 'ready', native: true }],
        async *respond({ messages }) {
          const done = messages.filter(({ role }) => role === 'tool').length
          yield done < calls ? calling(callAt(done)) : saying('Done.')
        },
      },
    ],
  })
}

const saying = (text: string): readonly StreamEvent[] => [
  { type: 'message-start', messageId: crypto.randomUUID(), model: 'ready' },
  { type: 'part-start', part: 0, kind: 'text' },
  { type: 'part-end', part: 0, value: { type: 'text', text } },
  { type: 'message-end', reason: 'done' },
]

const calling = ({ id, name, input }: ReturnType<typeof callAt>): readonly StreamEvent[] => [
  { type: 'message-start', messageId: crypto.randomUUID(), model: 'ready' },
  { type: 'part-start', part: 0, kind: 'tool-call', callId: id, name },
  { type: 'part-end', part: 0, value: { type: 'tool-call', id, name, input } },
  { type: 'message-end', reason: 'calls' },
]
