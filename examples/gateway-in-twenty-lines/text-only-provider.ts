import type { Provider } from '@parley/server'

/** A provider made in code: one model that has never heard of tools and answers in text, as Hermes models do. */
export const textOnly: Provider = {
  id: 'shelf',
  label: 'Shelf',
  models: async () => [{ id: 'text-only', dialect: 'hermes' }],
  async *respond(request) {
    const pieces = ['I will look. <tool_call>{"name": "find_', 'book", "arguments": {"title": "Momo"}}</tool', '_call>']
    yield [
      { type: 'message-start', messageId: 'm1', model: request.model },
      { type: 'part-start', part: 0, kind: 'text' },
    ]
    for (const text of pieces) yield [{ type: 'part-delta', part: 0, text }]
    yield [
      { type: 'part-end', part: 0, value: { type: 'text', text: pieces.join('') } },
      { type: 'message-end', reason: 'done' },
    ]
  },
}
