import { isJsonObject, type JsonObject } from '@parley/dialects'
import { fenced } from '../pages/fenced.ts'
import { type ForeignReader, listIn, type Placed, placeMessages, textIn, timeIn } from './foreign-thread.ts'

/** `{name, created_at, chat_messages: [{uuid, parent_message_uuid, sender, text, content: [{type, text}], attachments}]}` */
export const readClaude: ForeignReader = (conversation) => {
  if (!Array.isArray(conversation['chat_messages'])) return undefined
  const said = listIn(conversation, 'chat_messages').filter(isJsonObject)
  const ids = new Set(said.map((message) => textIn(message, 'uuid')))
  const nodes = said.map((message, index): Placed => {
    const parent = textIn(message, 'parent_message_uuid')
    const before = said[index - 1]
    // Older exports have no parents: one message follows the other.
    const parentId = ids.has(parent) ? parent : parent === '' && before ? idOf(before, index - 1) : undefined
    const content = messageOf(message)
    return { id: idOf(message, index), parentId, ...(content && { message: content }) }
  })
  const { messages } = placeMessages(nodes)
  return { title: textIn(conversation, 'name'), createdAt: timeIn(conversation, 'created_at'), isArchived: false, messages }
}

const idOf = (message: JsonObject, index: number): string => textIn(message, 'uuid') || `message ${index}`

function messageOf(message: JsonObject): Placed['message'] {
  const sender = textIn(message, 'sender')
  if (sender !== 'human' && sender !== 'assistant') return undefined
  const blocks = listIn(message, 'content').filter(isJsonObject).map(blockOf)
  const said = blocks.some((block) => block !== '') ? blocks : [textIn(message, 'text')]
  const attached = listIn(message, 'attachments')
    .filter(isJsonObject)
    .map((one) => [textIn(one, 'file_name'), textIn(one, 'extracted_content')] as const)
    .map(([name, text]) => (text === '' ? name : `${name}\n${fenced(text)}`))
  const text = [...said, ...attached].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '') return undefined
  return { role: sender === 'human' ? 'user' : 'assistant', text, createdAt: timeIn(message, 'created_at') }
}

function blockOf(block: JsonObject): string {
  const kind = textIn(block, 'type')
  if (kind === 'text') return textIn(block, 'text')
  if (kind === 'tool_use')
    return `${textIn(block, 'name')}\n${fenced(JSON.stringify(block['input'] ?? {}, undefined, 2), 'json')}`
  if (kind !== 'tool_result') return ''
  const { content } = block
  const texts = Array.isArray(content)
    ? content.filter(isJsonObject).map((part) => textIn(part, 'text'))
    : [textIn(block, 'content')]
  const text = texts.filter((part) => part !== '').join('\n')
  return text === '' ? '' : fenced(text)
}
