import { isJsonObject, type JsonObject } from '@parley/dialects'
import { fenced } from '../pages/fenced.ts'
import { documentOf, type ForeignReader, listIn, objectIn, type Placed, placeMessages, textIn, timeIn } from './foreign-thread.ts'

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
  if (kind === 'code') return documentIn(textIn(content, 'text')) ?? fenced(textIn(content, 'text'), languageOf(content))
  if (kind === 'execution_output') return fenced(textIn(content, 'text'))
  // What it thought, and what the user had told it about themselves, is no part of what was said.
  if (kind !== 'text' && kind !== 'multimodal_text') return ''
  const parts = listIn(content, 'parts')
  const text = parts
    .map((part) => (typeof part === 'string' ? part.replaceAll(MARKS, '') : isJsonObject(part) ? partOf(part) : ''))
    .filter((part) => part.trim() !== '')
    .join('\n\n')
  if (author === 'assistant') return documentIn(text) ?? text
  return author === 'tool' && text !== '' && parts.every((part) => typeof part === 'string') ? fenced(text) : text
}

/** What its own page draws as a small sign behind a sentence: `\ue200cite\ue202turn0search3\ue201`. */
const MARKS = /\uE200[^\uE200\uE201]*\uE201|[\uE200-\uE206]/g

const languageOf = (content: JsonObject): string => {
  const language = textIn(content, 'language')
  return language === 'unknown' ? '' : language
}

/** A page of its canvas is written as a call: `{"name": "poem", "type": "document", "content": "…"}`. */
function documentIn(text: string): string | undefined {
  if (!/^\s*\{\s*"(?:name|content|type)"/.test(text)) return undefined
  try {
    const call: unknown = JSON.parse(text)
    if (!isJsonObject(call) || textIn(call, 'content') === '' || textIn(call, 'name') === '') return undefined
    return documentOf(textIn(call, 'name'), textIn(call, 'content'), textIn(call, 'type').replace(/^.*\//, ''))
  } catch {
    return undefined
  }
}

/** Pictures and sound lie beside the conversations, and do not come with the words. */
function partOf(part: JsonObject): string {
  const kind = textIn(part, 'content_type')
  if (kind === 'audio_transcription') return textIn(part, 'text')
  if (kind !== 'image_asset_pointer') return ''
  const prompt = textIn(objectIn(objectIn(part, 'metadata'), 'dalle'), 'prompt')
  return prompt === '' ? '[picture]' : `[picture: ${prompt}]`
}
