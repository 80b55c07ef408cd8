import { isJsonObject, type JsonObject } from '@parley/dialects'
import { fenced } from '../pages/fenced.ts'
import { type ForeignReader, listIn, objectIn, type Placed, placeMessages, textIn, timeIn } from './foreign-thread.ts'

/** `{conversationId, title, messages: [{messageId, parentMessageId, isCreatedByUser, text | content, children?}]}` */
export const readLibreChat: ForeignReader = (conversation) => {
  const { messages: list, messagesTree: tree } = conversation
  if (typeof conversation['conversationId'] !== 'string' || !(Array.isArray(list) || Array.isArray(tree))) return undefined
  const said = flat(listIn(conversation, Array.isArray(list) ? 'messages' : 'messagesTree'))
  const { messages } = placeMessages(said)
  const createdAt = timeIn(conversation, 'createdAt') || (messages[0]?.createdAt ?? 0)
  return { title: textIn(conversation, 'title'), createdAt, isArchived: conversation['isArchived'] === true, messages }
}

/** Answers stand behind each other with the name of what they answer, or inside of it. */
function flat(list: readonly unknown[]): readonly Placed[] {
  const nodes: Placed[] = []
  const waiting = [{ items: list, under: '' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const item of next.items) {
      if (!isJsonObject(item)) continue
      const id = textIn(item, 'messageId') || `message ${nodes.length}`
      const parentId = next.under || textIn(item, 'parentMessageId') || undefined
      const message = messageOf(item)
      nodes.push({ id, parentId, ...(message && { message }) })
      waiting.push({ items: listIn(item, 'children'), under: id })
    }
  }
  return nodes
}

function messageOf(item: JsonObject): Placed['message'] {
  const parts = listIn(item, 'content').filter(isJsonObject).map(partOf)
  const said = parts.some((part) => part !== '') ? parts : [textIn(item, 'text')]
  const attached = listIn(item, 'files')
    .filter(isJsonObject)
    .map((one) => textIn(one, 'filename'))
    .map((name) => name && `[${name}]`)
  const text = [...said.map(withoutFrames), ...attached].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '') return undefined
  const model = textIn(item, 'model')
  const role = item['isCreatedByUser'] === true ? 'user' : 'assistant'
  return { role, text, createdAt: timeIn(item, 'createdAt'), ...(role === 'assistant' && model !== '' && { model }) }
}

/** `:::artifact{identifier="x" type="text/html" title="Page"}` and `:::` around the block that is the artifact. */
const withoutFrames = (text: string): string =>
  text.includes(':::artifact')
    ? text
        .replaceAll(
          /^:::artifact\{([^}\n]*)\}[ \t]*$/gm,
          (_, marks: string) => `**${/\btitle="([^"]*)"/.exec(marks)?.[1] ?? ''}**`,
        )
        .replaceAll(/^:::[ \t]*$/gm, '')
    : text

function partOf(part: JsonObject): string {
  const { text } = part
  if (part['type'] === 'text') return isJsonObject(text) ? textIn(text, 'value') : textIn(part, 'text')
  if (part['type'] !== 'tool_call') return ''
  const call = objectIn(part, 'tool_call')
  const output = textIn(call, 'output')
  return `${textIn(call, 'name')}\n${fenced(textIn(call, 'args'), 'json')}${output === '' ? '' : `\n${fenced(output)}`}`
}
