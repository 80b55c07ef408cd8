import type { MarkSet } from './marks.ts'
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
