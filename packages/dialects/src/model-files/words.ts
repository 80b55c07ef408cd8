import { speaker } from '../canonical/sentence.ts'

/** What is wrong with a call that a response template reads. */
export const templateWords = {
  'call.no-number': '`{text}` is no number',
  'call.json-damaged': 'its JSON is damaged',
  'call.no-parameter': '`{text}` belongs to none of its parameters',
  'call.too-slow': 'it takes too long to read',
  'call.before-close': 'it breaks off before it is closed',
  'call.holds-none': 'it holds no call',
  'call.digits': 'it holds a number with more digits than can be kept',
  'call.list-expected': 'a list of calls is expected',
  'call.object-expected': 'an object is expected',
  'call.lacks': 'it has no `{key}`',
} as const

export const say = speaker(templateWords)
