import { isJsonObject, type JsonObject } from '@parley/dialects'
import { fenced } from '../pages/fenced.ts'
import { type ForeignReader, listIn, objectIn, type Placed, placeMessages, textIn, timeIn } from './foreign-thread.ts'

/** `{title, create_time, mapping: {<id>: {parent, message: {author: {role}, content: {content_type, parts}}}}, current_node}` */
export const readChatGpt: ForeignReader = (conversation) => {
  const { mapping } = conversation
  if (!isJsonObject(mapping)) return undefined
  const nodes = Object.entries(mapping).flatMap(([id, node]) => (isJsonObject(node) ? [nodeOf(id, node)] : []))
  const { messages, nameOf } = placeMessages(nodes)
  const head = nameOf(textIn(conversation, 'current_node'))
  return {
    title: textIn(conversation, 'title'),
    createdAt: timeIn(conversation, 'create_time'),
    isArchived: conversation['is_archived'] === true,
    messages,
    ...(head !== undefined && { head }),
  }
}

function nodeOf(id: string, node: JsonObject): Placed {
  const parent = textIn(node, 'parent')
  const message = messageOf(objectIn(node, 'message'))
  return { id, parentId: parent === '' ? undefined : parent, ...(message && { message }) }
}

function messageOf(message: JsonObject): Placed['message'] {
  const author = textIn(objectIn(message, 'author'), 'role')
  const metadata = objectIn(message, 'metadata')
  const isHidden = metadata['is_visually_hidden_from_conversation'] === true
  if (isHidden || !['user', 'assistant', 'tool'].includes(author)) return undefined
  const text = contentOf(objectIn(message, 'content'), author)
  if (text === '') return undefined
  const model = textIn(metadata, 'model_slug')
  const role = author === 'user' ? 'user' : 'assistant'
  return { role, text, createdAt: timeIn(message, 'create_time'), ...(model !== '' && { model }) }
}

function contentOf(content: JsonObject, author: string): string {
  const kind = textIn(content, 'content_type')
  if (kind === 'code') return fenced(textIn(content, 'text'), textIn(content, 'language'))
  if (kind === 'execution_output') return fenced(textIn(content, 'text'))
  // What it thought, and what the user had told it about themselves, is no part of what was said.
  if (kind !== 'text' && kind !== 'multimodal_text') return ''
  const text = listIn(content, 'parts')
    .map((part) => (typeof part === 'string' ? part : isJsonObject(part) ? partOf(part) : ''))
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  return author === 'tool' && text !== '' ? fenced(text) : text
}

const partOf = (part: JsonObject): string => {
  const kind = textIn(part, 'content_type')
  return kind === 'audio_transcription' ? textIn(part, 'text') : kind === '' ? '' : `[${kind}]`
}
