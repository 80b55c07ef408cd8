import { isJsonObject, type JsonObject, ownValue } from '@parley/dialects'
import { fenced } from '../pages/fenced.ts'

/** A conversation of another program, as far as it can be told here: who said what, and what followed what. */
export interface ForeignThread {
  readonly title: string
  readonly createdAt: number
  readonly isArchived: boolean
  /** Parents stand before their children. */
  readonly messages: readonly ForeignMessage[]
  /** The end of the branch that was shown. Absent: the last message. */
  readonly head?: string
}

export interface ForeignMessage {
  readonly id: string
  readonly parentId?: string
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly model?: string
  readonly createdAt: number
}

/** Reads one conversation. Undefined: it is none of this program's. */
export type ForeignReader = (conversation: JsonObject) => ForeignThread | undefined

export const textIn = (object: JsonObject, key: string): string => {
  const value = ownValue(object, key)
  return typeof value === 'string' ? value : ''
}

export const objectIn = (object: JsonObject, key: string): JsonObject => {
  const value = ownValue(object, key)
  return isJsonObject(value) ? value : {}
}

export const listIn = (object: JsonObject, key: string): readonly unknown[] => {
  const value = ownValue(object, key)
  return Array.isArray(value) ? value : []
}

/** Seconds since 1970, or a date as text. Zero: it says nothing that could be a time. */
export function timeIn(object: JsonObject, key: string): number {
  const value = ownValue(object, key)
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) && time > 0 && time < 8.64e15 ? Math.round(time) : 0
}

/** A text that has a name: a page of a canvas, an artifact, a file that was attached. */
export const documentOf = (name: string, text: string, language = ''): string =>
  `**${name}**\n${fenced(text, language === 'document' ? '' : language)}`

/** A node of a tree whose parents may be hidden, missing, or go round in circles. */
export interface Placed {
  readonly id: string
  readonly parentId: string | undefined
  /** Absent: it is not shown, and its children are those of its parent. */
  readonly message?: Omit<ForeignMessage, 'id' | 'parentId'>
}

/** Puts parents before children, leaves out what is not shown, and makes one message of what one side said in a row. */
export function placeMessages(nodes: readonly Placed[]): {
  readonly messages: readonly ForeignMessage[]
  readonly nameOf: (id: string | undefined) => string | undefined
} {
  const byId = new Map<string, Placed>()
  // Of two with one name the first counts: the other could be its own parent.
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node)
  const children = Map.groupBy(byId.values(), ({ parentId }) =>
    parentId !== undefined && byId.has(parentId) ? parentId : undefined,
  )
  const messages = new Map<string, ForeignMessage>()
  const names = new Map<string, string | undefined>()
  const waiting: { readonly node: Placed; readonly under: string | undefined }[] = []
  const add = (parentId: string | undefined, under: string | undefined) => {
    for (const node of (children.get(parentId) ?? []).toReversed()) waiting.push({ node, under })
  }
  add(undefined, undefined)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, under } = next
    const name = node.message ? place(node, under) : under
    names.set(node.id, name)
    add(node.id, name)
  }
  return { messages: [...messages.values()], nameOf: (id) => (id === undefined ? undefined : names.get(id)) }

  function place({ id, parentId, message }: Placed, under: string | undefined): string {
    const above = under === undefined ? undefined : messages.get(under)
    if (!message) return id
    const isAlone = parentId === undefined || (children.get(parentId)?.length ?? 0) < 2
    if (above && isAlone && above.role === message.role) {
      const model = above.model ?? message.model
      messages.set(above.id, { ...above, text: `${above.text}\n\n${message.text}`, ...(model !== undefined && { model }) })
      return above.id
    }
    messages.set(id, { id, ...(under !== undefined && { parentId: under }), ...message })
    return id
  }
}
