import type { SpeechRecord, SpeechRecords } from '../choosing/choose-speech.ts'
import type { Card } from './card.ts'
import { say } from './words.ts'

/** What is known of a kept card without reading it. */
export type CardHead = { readonly id: string } & Pick<Card, 'model' | 'provider' | 'at' | 'ended' | 'recommendation'>

/** Where cards are kept: one for each model of each provider, the latest. */
export interface CardStore {
  /** Newest first. */
  heads(): readonly CardHead[]
  /** `undefined`: there is none. */
  read(id: string): Promise<Card | undefined>
  keep(card: Card): Promise<CardHead>
  /** Whether there was one. */
  remove(id: string): Promise<boolean>
  /** Looks for cards that others have put there. */
  refresh(): Promise<void>
}

export function headOf(id: string, { model, provider, at, ended, recommendation }: Card): CardHead {
  return { id, model, provider, at, ended, recommendation }
}

export const newestFirst = (heads: Iterable<CardHead>): readonly CardHead[] =>
  [...heads].toSorted((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id))

/** The same for the same model of the same provider, and fit to be the name of a file. */
export async function cardId({ provider, model }: Pick<Card, 'provider' | 'model'>): Promise<string> {
  const bytes = new TextEncoder().encode(`${provider.id}\n${model}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Cards that last as long as the server runs. */
export function createCardStore(): CardStore {
  const cards = new Map<string, Card>()
  return {
    heads: () => newestFirst([...cards].map(([id, card]) => headOf(id, card))),
    read: async (id) => cards.get(id),
    async keep(card) {
      const id = await cardId(card)
      cards.set(id, card)
      return headOf(id, card)
    },
    remove: async (id) => cards.delete(id),
    refresh: async () => undefined,
  }
}

/** What the doctor found counts before what was found out by asking once. */
export function recordsWithCards(cards: Pick<CardStore, 'heads'>, others: SpeechRecords): SpeechRecords {
  return {
    find: (provider, model) => examinedRecord(cards.heads(), provider, model) ?? others.find(provider, model),
    keep: (record) => others.keep(record),
  }
}

function examinedRecord(heads: readonly CardHead[], provider: string, model: string): SpeechRecord | undefined {
  const head = heads.find((one) => one.model === model && one.provider.id === provider)
  if (!head?.recommendation) return undefined
  const { choice, reasoning, startsInReasoning, right, asked } = head.recommendation
  return {
    model,
    provider,
    choice,
    reason: say('speech.doctor', { date: head.at.slice(0, 10), right, asked }),
    ...(reasoning && { reasoning: true as const }),
    ...(startsInReasoning && { startsInReasoning: true as const }),
  }
}
