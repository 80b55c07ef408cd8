import type { Flaw } from './part.ts'
import { type Slots, speaker, type Value } from './sentence.ts'

/** What had to be mended before a call could be read, by the id of the mend. */
export const flawWords = {
  'parameter-repeated': 'An argument was given twice, with the same value.',
  'closing-mark-set-in': 'The mark that closes the call was set in as far as the last text.',
  'closing-mark-missing': 'The mark that closes the call was missing.',
  'thought-unclosed': 'The thought before the call was never closed.',
  leaked: 'The call came as text, although the tools were offered natively.',
  'code-fence': 'The JSON stood in a code fence.',
  comments: 'The JSON held comments.',
  'escaped-quotes': 'The JSON was escaped as if it stood inside of a string.',
  'invalid-escapes': 'Strings held escapes that JSON does not know.',
  'invisible-characters': 'Characters that cannot be seen stood between the values.',
  repaired: 'The JSON was damaged and had to be repaired.',
  'number-spelling': 'Numbers were written as JSON does not write them.',
  'smart-quotes': 'Strings stood between typographic quotes.',
  'single-quotes': 'Strings stood between single quotes.',
  'backtick-quotes': 'Strings stood between backticks.',
  'triple-quotes': 'Strings stood between triple quotes.',
  'python-literals': 'Truth values and nothing were written as in another language.',
  'raw-control-characters': 'Strings held raw line breaks or control characters.',
  'trailing-commas': 'A comma stood behind the last value.',
  'uneven-brackets': 'Brackets were missing, or there were too many.',
  'unquoted-keys': 'Keys stood without quotes.',
  'attributes-ignored': 'The tag of a parameter held more than its name, which says nothing.',
  'markup-in-value': 'Marks of the dialect stood inside a text and were left out.',
  'stray-brackets': 'Brackets that belong to nothing stood behind the call.',
  'parameter-unclosed': 'A parameter was not closed before the next one began.',
  'call-unclosed': 'The call was not closed before its block was.',
  'number-in-string': 'The argument `{path}` was written as a string.',
  'boolean-in-string': 'The argument `{path}` was written as a string.',
  'object-in-string': 'The argument `{path}` was written as a string.',
  'json-in-string': 'The argument `{path}` was written as JSON text in a string.',
  'number-for-boolean': 'The argument `{path}` was written as a number.',
  'single-value': 'The argument `{path}` was one value instead of a list.',
  'null-for-nothing': 'The argument `{path}` was null instead of being left out.',
} as const

type Id = keyof typeof flawWords

const say = speaker(flawWords)

/** A flaw with its sentence. The id is the mend and the words at once. */
export function flaw<Known extends Id>(
  id: Known,
  ...values: [Slots<(typeof flawWords)[Known]>] extends [never]
    ? []
    : [{ readonly [Slot in Slots<(typeof flawWords)[Known]>]: Value }]
): Flaw {
  return { id, message: say(id, ...values).message, ...(values[0] && { values: values[0] }) }
}
