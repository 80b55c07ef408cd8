import { type ChatRequest, inputJson, type Message } from '@parley/dialects'
import { GLANCE } from '../http/json/read-json.ts'
import type { Paced } from '../safety/pace.ts'

/** What vendors put around every message and every tool, roughly. */
const AROUND_MESSAGE = 4
const AROUND_TOOL = 8
/** An image of a common size; nobody here looks into files. */
const FILE = 1500

/** As many as a common tokenizer would make of it, roughly: four letters of English or of code are one, a Chinese character is one, too. */
export function estimateText(text: string): number {
  let quarters = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    quarters += unit < 0x80 ? 1 : unit < 0x2e80 ? 2 : 4
  }
  return quarters / 4
}

/** How many tokens a request is that goes to a model, roughly. */
export function* estimatingRequest({ messages, tools = [] }: ChatRequest): Paced<number> {
  let tokens = 0
  for (const message of messages) {
    tokens += AROUND_MESSAGE
    for (const text of textsOf(message)) {
      tokens += typeof text === 'number' ? text : estimateText(text)
      yield typeof text === 'number' ? 1 : text.length * GLANCE
    }
  }
  for (const { name, description, parameters } of tools) {
    const schema = JSON.stringify(parameters)
    tokens += AROUND_TOOL + estimateText(name) + estimateText(description) + estimateText(schema)
    yield schema.length * GLANCE
  }
  return Math.ceil(tokens)
}

/** The texts of a message; for a file the number of its tokens. */
function* textsOf({ parts }: Message): Generator<string | number> {
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'reasoning') yield part.text
    else if (part.type === 'file') yield FILE
    else if (part.type === 'broken-call') yield part.source
    else if (part.type === 'tool-call') yield part.name + inputJson(part)
    else for (const piece of part.content) yield piece.type === 'text' ? piece.text : FILE
  }
}
