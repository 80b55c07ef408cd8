import { speaker } from '../canonical/sentence.ts'

/** Why a dialect is spoken to a model, as half a sentence, and what is wrong with the name of one. */
export const nameWords = {
  'speech.named': 'its name says {name}, which speaks it',
  'speech.nearest': 'of what is known, its name comes nearest to {name}, which speaks it',
  'speech.unknown': 'nothing is known of a model of this name',
  'dialect.speaks': 'There is no dialect `{id}`; {speaker} speaks `{dialect}`. Use that id, or "native".',
  'dialect.unknown': 'There is no dialect `{id}`. Use "native" or the id of a dialect, for example "{example}".',
} as const

export const say = speaker(nameWords)
