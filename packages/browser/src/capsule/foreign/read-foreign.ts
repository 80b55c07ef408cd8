import { isJsonObject, nestsTooDeep, type Sentence } from '@parley/dialects'
import { say } from '../../words/talks.ts'
import type { ForeignReader, ForeignThread } from './foreign-thread.ts'
import { readChatGpt } from './read-chatgpt.ts'
import { readClaude } from './read-claude.ts'
import { readLibreChat } from './read-librechat.ts'

const READERS: readonly (readonly [string, ForeignReader])[] = [
  ['ChatGPT', readChatGpt],
  ['Claude', readClaude],
  ['LibreChat', readLibreChat],
]

export type ReadForeign =
  | { readonly kind: 'valid'; readonly from: string; readonly threads: readonly ForeignThread[]; readonly leftOut: number }
  | { readonly kind: 'invalid'; readonly problem: Sentence }

/** Reads what other programs export. Never throws; what is not understood of it is left out, and counted. */
export function readForeign(source: string): ReadForeign {
  const document = parse(source)
  if (document === undefined) return { kind: 'invalid', problem: say('import.no-json') }
  const conversations = (Array.isArray(document) ? document : listOf(document)).filter(isJsonObject)
  for (const [from, read] of READERS) {
    const threads = conversations.flatMap((conversation) => read(conversation) ?? [])
    if (threads.length === 0) continue
    const told = threads.filter(({ messages }) => messages.length > 0)
    if (told.length === 0) return { kind: 'invalid', problem: say('import.empty', { from }) }
    return { kind: 'valid', from, threads: told, leftOut: conversations.length - told.length }
  }
  return { kind: 'invalid', problem: say('import.unknown') }
}

/** One conversation alone, or all of them under a name. */
const listOf = (document: unknown): readonly unknown[] =>
  isJsonObject(document) && Array.isArray(document['conversations']) ? document['conversations'] : [document]

function parse(source: string): unknown {
  try {
    // A key that would become a prototype is nobody's data.
    return nestsTooDeep(source)
      ? undefined
      : JSON.parse(source, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}
