import { stringEnd } from './json.ts'

const QUOTE = 34
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Whether every number in the JSON text is still the same number after parsing: `9007199254740993` and `1e999` are not. */
export function numbersSurvive(text: string): boolean {
  // Most texts hold no three digits in a row, and that is found out in a third of the time.
  return !/\d{3}/.test(text) || !/\d{16}|[eE]\+?\d{3}/.test(text) || lostNumbers(text).next().done === true
}

/** Where numbers stand in the JSON text that would be others after parsing. */
export function* lostNumbers(text: string): Generator<{ readonly at: number; readonly number: string }> {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = stringEnd(text, at)
    else if (unit === 45 || (unit >= 48 && unit <= 57)) {
      NUMBER.lastIndex = at
      const number = NUMBER.exec(text)?.[0] ?? '-'
      if (!survives(number)) yield { at, number }
      at += number.length - 1
    }
  }
}

function survives(number: string): boolean {
  const value = Number(number)
  if (Number.isSafeInteger(value) || number === '-') return true
  // 2 ** 60 would be held, and written again with other digits.
  return Number.isFinite(value) && (!/^-?\d+$/.test(number) || String(value) === number)
}
