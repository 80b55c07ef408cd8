import { speaker } from '@parley/dialects'

/** What is said of a conversation as a whole: fetched with what says it. */
export const talkWords = {
  'thread.too-short': 'There is nothing to sum up yet: the last two turns always stay as they are.',
  'thread.no-summary': 'The model wrote no summary. Try again, or choose another model.',
  'thread.no-title': 'The model gave no title.',
  'import.no-json':
    'This file cannot be read: it is not JSON, or is nested too deep. Choose the export as it was downloaded (.zip), or its conversations.json.',
  'import.unknown':
    'This file holds no conversations of ChatGPT, Claude or LibreChat. Choose the export as it was downloaded (.zip), its conversations.json, or a conversation that LibreChat has saved as JSON.',
  'import.empty': 'This export of {from} holds no conversation in which something was said.',
} as const

export const say = speaker(talkWords)
