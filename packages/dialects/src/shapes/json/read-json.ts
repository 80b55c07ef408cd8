import { say } from '../../canonical/words.ts'
import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { peekSolid, type Step, skipSpace, take } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import { JsonScanner } from './json-scanner.ts'
import { JsonText } from './json-text.ts'

/** Reads one JSON value and passes it on verbatim. */
export function* readValue(source: Source, sink: (text: string) => void = () => {}): Step {
  const { problem } = yield* source.run(new JsonScanner(sink))
  if (problem !== undefined) throw new Damage(problem)
}

/** Reads one JSON string and passes on what it says. */
export function* readText(source: Source, sink: (decoded: string) => void): Step {
  const { problem } = yield* source.run(new JsonText(sink))
  if (problem !== undefined) throw new Damage(problem)
}

export function* readWholeText(source: Source): Step<string> {
  let whole = ''
  yield* readText(source, (piece) => (whole += piece))
  return whole
}

const PUNCTUATION = /* @__PURE__ */ new MarkSet(['{', '}', '[', ']', ',', ':'])

/** Reads a character of JSON's structure, or says what came instead. */
export function* expect(source: Source, wanted: string): Step {
  const next = yield* peekSolid(source)
  if (next === '') throw new Damage(say('call.breaks-off-at', { mark: wanted }))
  if (next !== wanted) throw new Damage(say('call.mark-expected', { mark: wanted, next }))
  yield* take(source, PUNCTUATION)
}

/** Reads an object; `onKey` reads each value, and is called where the value begins. */
export function* readObject(source: Source, onKey: (key: string) => Step): Step {
  yield* expect(source, '{')
  if ((yield* peekSolid(source)) === '}') {
    yield* take(source, PUNCTUATION)
    return
  }
  for (;;) {
    yield* skipSpace(source)
    const key = yield* readWholeText(source)
    yield* expect(source, ':')
    yield* skipSpace(source)
    yield* onKey(key)
    const next = yield* peekSolid(source)
    if (next !== ',') break
    yield* take(source, PUNCTUATION)
  }
  yield* expect(source, '}')
}
