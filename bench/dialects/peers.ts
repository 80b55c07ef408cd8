import { hermesProtocol, morphXmlProtocol, qwen3CoderProtocol } from '@ai-sdk-tool/parser'
import { parsePartialJson } from 'ai'
import type { Read } from './measure.ts'

interface Peer {
  readonly name: string
  /** The dialect of ours that reads the same text. */
  readonly dialect: string
  readonly read: Read
}

const tools = [
  {
    type: 'function' as const,
    name: 'write_file',
    inputSchema: {
      type: 'object' as const,
      properties: { path: { type: 'string' as const }, content: { type: 'string' as const } },
      required: ['path', 'content'],
    },
  },
]

/** The middleware's stream parser, fed with text deltas as a model gives them. */
function middleware(protocol: ReturnType<typeof hermesProtocol>): Read {
  return async (pieces) => {
    const parser = protocol.createStreamParser({ tools })
    const writer = parser.writable.getWriter()
    const reader = parser.readable.getReader()
    const drained = (async () => {
      while (!(await reader.read()).done);
    })()
    for (const piece of pieces) await writer.write({ type: 'text-delta', id: '1', delta: piece })
    await writer.close()
    await drained
  }
}

export const peers: readonly Peer[] = [
  { name: '@ai-sdk-tool/parser hermes', dialect: 'hermes', read: middleware(hermesProtocol()) },
  { name: '@ai-sdk-tool/parser qwen3coder', dialect: 'qwen3-coder', read: middleware(qwen3CoderProtocol()) },
  { name: '@ai-sdk-tool/parser morph-xml', dialect: 'morph-xml', read: middleware(morphXmlProtocol()) },
  {
    name: 'AI SDK parsePartialJson per chunk',
    dialect: 'arguments',

    read: async (pieces) => {
      let text = ''
      for (const piece of pieces) {
        text += piece
        await parsePartialJson(text)
      }
    },
  },
]
