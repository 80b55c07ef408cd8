import type { SpokenPart } from '@parley/dialects'
import { pathTo } from '../../conversation/state/message-tree.ts'
import type { Capsule } from '../capsule.ts'

/**
 * The conversation up to one of its answers, to be imported and gone on with. With `parts` that answer is another one: its calls are asked
 * about as if the model had just written them, because nobody has decided on them yet. Undefined: there is no such answer.
 */
export function forkCapsule(capsule: Capsule, messageId: string, parts?: readonly SpokenPart[]): Capsule | undefined {
  const path = pathTo(capsule.nodes, capsule.thread.head)
  const at = path.findIndex(({ id }) => id === messageId)
  const answer = path[at]
  if (answer?.message.role !== 'assistant') return undefined
  const { notes: _notes, ...bare } = answer
  const last = parts ? { ...bare, message: { ...answer.message, parts } } : answer
  const nodes = [...path.slice(0, at), last]
  const kept = new Set(path.slice(0, parts ? at : at + 1).map(({ id }) => id))
  return {
    ...capsule,
    thread: { ...capsule.thread, head: messageId },
    nodes,
    calls: capsule.calls.filter((record) => kept.has(record.messageId)),
    exchanges: [],
  }
}
