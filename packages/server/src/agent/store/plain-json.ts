import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Values of a thread as the JSON they are. LangGraph's own serializer looks for objects of LangChain in everything it
 * reads: a call whose arguments look like one would be something else after a restart, or keep the thread from being read.
 */
export const plainJson: SerializerProtocol = {
  dumpsTyped: async (value: unknown) => ['json', encoder.encode(JSON.stringify(value) ?? 'null')],
  loadsTyped: async (_type, data) => JSON.parse(typeof data === 'string' ? data : decoder.decode(data)),
}
