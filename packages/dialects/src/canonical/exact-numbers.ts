import { lostNumbers } from './exact-json.ts'
import type { JsonObject } from './json.ts'
import type { SpokenCall } from './part.ts'

/** Digits behind the lead that count the numbers; together they are a safe integer. */
const COUNT = 7
const FIRST_LEAD = 400_000_000

/**
 * Lets `write` write numbers that JavaScript cannot hold: while it writes, a safe one that occurs nowhere else stands in
 * for each. For writers that put down the values of the input; JSON is written from its text, which is exact.
 *
 *     {"year":9007199254740993}      what the call says
 *     year: 4000000000000000         what is written
 *     year: 9007199254740993         what it becomes
 */
export function writeExactly(call: SpokenCall, write: (input: JsonObject) => string): string {
  const { inputText } = call
  if (inputText === undefined) return write(call.input)
  let lead = FIRST_LEAD
  while (inputText.includes(String(lead))) lead++
  const numbers: string[] = []
  let text = ''
  let from = 0
  for (const { at, number } of lostNumbers(inputText)) {
    text += `${inputText.slice(from, at)}${lead}${String(numbers.length).padStart(COUNT, '0')}`
    from = at + number.length
    numbers.push(number)
  }
  // The text of an input is an object: it was parsed before it was kept.
  const written = write(JSON.parse(text + inputText.slice(from)) as JsonObject)
  return written.replaceAll(
    new RegExp(`${lead}(\\d{${COUNT}})`, 'g'),
    (standIn, index: string) => numbers[Number(index)] ?? standIn,
  )
}
