import { defineTool } from '@parley/browser'
import { z } from 'zod'

const shelf = new Map([['Momo', 2]])

export const lendBook = defineTool({
  name: 'lend_book',
  description: 'Lends a book to somebody.',
  parameters: z.object({
    title: z.string().describe('The title on the cover.'),
    to: z.string().describe('Who takes it home.'),
  }),
  effects: ({ title, to }) => [
    { kind: 'own', name: 'lend-book', target: title, does: 'write', says: `lends “${title}” to ${to}` },
  ],
  preview: ({ title, to }) => `Lend “${title}” to ${to}`,
  execute({ title, to }) {
    const copies = shelf.get(title) ?? 0
    if (copies === 0) throw new Error(`There is no copy of “${title}” on the shelf.`)
    shelf.set(title, copies - 1)
    return { title, to, left: copies - 1 }
  },
})
