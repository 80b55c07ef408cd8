import type { Agent } from '../agent.ts'
import { readThread } from '../agent-thread-state.ts'
import type { ThreadRecord } from '../store/thread-record.ts'
import type { ServerSignature } from './signing-key.ts'

/** What is signed: whose chain it is, and how it ends. */
const statementOf = (threadId: string, chain: readonly { readonly hash: string }[]): string =>
  JSON.stringify({ parley: 'server receipts 1', threadId, steps: chain.length, head: chain.at(-1)?.hash ?? '' })

/** Every call of a thread that has its result: chained, and signed as it ends now. */
export async function threadReceipts({ store }: Agent, thread: ThreadRecord) {
  const kept = (await readThread(store.saver, thread.id))?.receipts ?? []
  const chain = kept.map(({ salts: _salts, ...receipt }) => receipt)
  const seal: ServerSignature = await store.signing.sign(statementOf(thread.id, chain))
  return { threadId: thread.id, chain, salts: kept.map(({ salts }) => salts), seal }
}
