import { Damage } from './damage.ts'
import { JsonScanner } from './json-scanner.ts'
import { JsonText } from './json-text.ts'
import { MarkSet } from './marks.ts'
import { Here, Peek, Space } from './readers.ts'
import type { Source } from './source.ts'

/** A grammar's step: it may pause, and it returns something. */
export type Step<Value = void> = Generator<void, Value, void>

export function* skipSpace(source: Source): Step {
  yield* source.run(new Space())
}

/** The next character, unread; empty at the end. */
export function* peek(source: Source): Step<string> {
  return (yield* source.run(new Peek())).next
}

/** The next character that is not white space, unread; what stood before it is read. */
export function* peekSolid(source: Source): Step<string> {
  yield* skipSpace(source)
  return yield* peek(source)
}

/** Reads one of `marks` if it stands here. */
export function* take(source: Source, marks: MarkSet): Step<string | undefined> {
  return (yield* source.run(new Here(marks))).found?.text
}

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
  if (next === '') throw new Damage(`it breaks off where \`${wanted}\` is expected`)
  if (next !== wanted) throw new Damage(`\`${wanted}\` is expected before \`${next}\``)
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
