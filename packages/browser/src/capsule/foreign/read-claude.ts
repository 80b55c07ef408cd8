import { isJsonObject, type JsonObject } from '@parley/dialects'
import { fenced } from '../pages/fenced.ts'
import { documentOf, type ForeignReader, listIn, objectIn, type Placed, placeMessages, textIn, timeIn } from './foreign-thread.ts'

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
  const said = blocks.some((block) => block !== '') ? blocks : [withArtifacts(textIn(message, 'text'))]
  const attached = [...listIn(message, 'attachments'), ...listIn(message, 'files')]
    .filter(isJsonObject)
    .map((one) => [textIn(one, 'file_name'), textIn(one, 'extracted_content')] as const)
    // What a person says is shown as it was written, not as Markdown.
    .map(([name, text]) => (text === '' ? name && `[${name}]` : `[${name}]\n${text}`))
  const text = [...said, ...attached].filter((part) => part.trim() !== '').join('\n\n')
  if (text === '') return undefined
  return { role: sender === 'human' ? 'user' : 'assistant', text, createdAt: timeIn(message, 'created_at') }
}

const [BEGIN, END] = ['<antArtifact', '</antArtifact>']

/** `<antArtifact identifier="x" type="text/html" title="Page">…</antArtifact>`, as they stood in the words once. */
function withArtifacts(text: string): string {
  let read = ''
  let at = 0
  for (let begin = text.indexOf(BEGIN); begin !== -1; begin = text.indexOf(BEGIN, at)) {
    const content = text.indexOf('>', begin) + 1
    const end = content === 0 ? -1 : text.indexOf(END, content)
    if (end === -1) break
    const marks = text.slice(begin, content)
    const mark = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(marks)?.[1]
    const artifact = documentOf(
      mark('title') ?? 'Artifact',
      text.slice(content, end).trim(),
      mark('language') || kindOf(mark('type')),
    )
    read += `${text.slice(at, begin).trimEnd()}\n\n${artifact}\n\n`
    at = end + END.length
  }
  return read + (at === 0 ? text : text.slice(at).trimStart())
}

/** `text/html` is `html`, `image/svg+xml` is `svg`. */
const kindOf = (type = ''): string => type.replace(/^.*[./]/, '').replace(/\+.*$/, '')

/** An artifact, or a file that was written, is read as what it is; any other call by its arguments. */
function callOf(name: string, input: JsonObject): string {
  const written = ['content', 'file_text', 'new_str'].map((key) => textIn(input, key)).find((text) => text !== '')
  if (written === undefined) return `${name}\n${fenced(JSON.stringify(input, undefined, 2), 'json')}`
  return documentOf(
    textIn(input, 'title') || textIn(input, 'path') || name,
    written,
    textIn(input, 'language') || kindOf(textIn(input, 'type')),
  )
}

function blockOf(block: JsonObject): string {
  const kind = textIn(block, 'type')
  if (kind === 'text') return withArtifacts(textIn(block, 'text'))
  if (kind === 'tool_use') return callOf(textIn(block, 'name'), objectIn(block, 'input'))
  if (kind !== 'tool_result') return ''
  const { content } = block
  const texts = Array.isArray(content)
    ? content.filter(isJsonObject).map((part) => textIn(part, 'text'))
    : [textIn(block, 'content')]
  const text = texts.filter((part) => part !== '').join('\n')
  return text === '' ? '' : fenced(text)
}
