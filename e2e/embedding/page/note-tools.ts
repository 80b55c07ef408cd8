import { defineTool, housePolicy, openThreadStorage, type Rule } from '@parley/browser'
import { z } from 'zod'

const notes: string[] = []

/** What a test looks at: how often the work was done, whatever the cards say. */
function keep(text: string): number {
  notes.push(text)
  document.body.dataset['notes'] = String(notes.length)
  return notes.length
}

// #region tools
const addNote = defineTool({
  name: 'add_note',
  description: 'Writes a note on the page.',
  parameters: z.object({ text: z.string().describe('What the note says.') }),
  effects: [{ kind: 'unknown' }],
  preview: ({ text }) => `Write the note “${text}”`,
  execute: ({ text }) => ({ written: text, notes: keep(text) }),
})

const pickColour = defineTool({
  name: 'pick_colour',
  description: 'Lets the user pick a colour.',
  parameters: z.object({ question: z.string().describe('What is the colour for?') }),
  effects: [{ kind: 'ask-person' }],
  execute: async ({ question }, { human }) => ({ picked: await human({ question, options: ['green', 'blue'] }) }),
})
// #endregion

const countNotes = defineTool({
  name: 'count_notes',
  description: 'How many notes there are.',
  parameters: z.object({}),
  effects: [],
  execute: () => ({ notes: notes.length }),
})

const computeNote = defineTool({
  name: 'compute_note',
  description: 'Writes a note that a program makes.',
  parameters: z.object({ text: z.string() }),
  effects: [{ kind: 'run-code' }],
  execute: ({ text }) => ({ computed: text, notes: keep(text) }),
})

const counting: Rule = ({ call }) =>
  call.name === 'count_notes'
    ? { kind: 'allow', rule: 'counting', author: 'page', reason: 'Counting changes nothing.' }
    : undefined

export const noteTools = [addNote, pickColour, countNotes, computeNote]
export const notePolicy = housePolicy({ rules: [counting] })
export const noteStorage = openThreadStorage({ name: 'notes' })
