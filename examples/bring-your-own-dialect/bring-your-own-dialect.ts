import { collectMessage, type Dialect, type Respond, type StreamEvent, withDialect } from '@parley/dialects'
import { brackets } from './brackets.ts'
import { recipe } from './recipe.ts'

const tools = [{ name: 'find_book', description: 'Find a book.', parameters: { type: 'object' } }]

const answers = {
  brackets: 'I will look. ⟦⟦{"name": "find_book", "arguments": {"title": "Momo"}}⟧⟧',
  recipe: 'I will look. %%calls%%\n%step find_book%\n%with title%Momo%/with%\n%/step%\n%%/calls%%',
}

/** A model that only writes text. It shows what it was told, and answers in its dialect. */
const model = (text: string): Respond =>
  async function* (request) {
    const taught = request.messages.flatMap((message) => (message.role === 'system' ? message.parts : []))
    console.log('The model is told:', taught[0]?.text.split('\n')[0])
    yield [
      { type: 'message-start', messageId: 'm1', model: request.model },
      { type: 'part-start', part: 0, kind: 'text' },
    ]
    for (const character of text) yield [{ type: 'part-delta', part: 0, text: character }]
    yield [
      { type: 'part-end', part: 0, value: { type: 'text', text } },
      { type: 'message-end', reason: 'done' },
    ]
  }

async function ask(dialect: Dialect, answer: string): Promise<void> {
  const respond = withDialect(dialect)(model(answer))
  const question = { role: 'user', id: 'u1', parts: [{ type: 'text', text: 'Do you have Momo?' }] } as const
  const events: StreamEvent[] = []
  for await (const batch of respond({ model: 'any', messages: [question], tools }, AbortSignal.timeout(5000)))
    events.push(...batch)
  const { message, reason } = collectMessage(events)

  for (const part of message.parts)
    console.log(part.type === 'tool-call' ? `call ${part.name} ${JSON.stringify(part.input)}` : part)
  console.log('It ended because of:', reason)
}

await ask(brackets, answers.brackets)
await ask(recipe, answers.recipe)
