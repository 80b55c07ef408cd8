import { defineTool } from '@parley/browser'
import { z } from 'zod'

/** A tool of the page: the model asks for it, the user allows it, and it runs here. */
export const paintPage = defineTool({
  name: 'paint_page',
  description: 'Gives the page another background.',
  parameters: z.object({ colour: z.string().describe('A CSS colour, such as `lightyellow`.') }),
  effects: [{ kind: 'unknown' }],
  preview: ({ colour }) => `Paint the page ${colour}`,
  execute({ colour }) {
    document.body.style.background = colour
    return { background: getComputedStyle(document.body).backgroundColor }
  },
})
