import { expect, test } from 'vitest'
import { JsonScanner } from './json-scanner.ts'

test.each(['12', '-0.5e+7', 'false', '"a\\u00e9\\n"', '[1, true]', '{"a": null, "b": "\\\\"}'])(
  '%s is passed on whole, wherever it is cut',
  (value) => {
    const text = `${value} and more`
    for (let cut = 1; cut < text.length; cut++) {
      let said = ''
      const scanner = new JsonScanner((piece) => {
        said += piece
      })
      const first = scanner.read(text.slice(0, cut), 0, false)
      if (!scanner.done) scanner.read(text.slice(first), 0, false)
      expect({ cut, said, problem: scanner.problem }).toEqual({ cut, said: value, problem: undefined })
    }
  },
)
