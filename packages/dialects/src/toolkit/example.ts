import { MarkSet } from './marks.ts'
import type { Step } from './read-json.ts'
import { UntilMark } from './readers.ts'
import type { Reading } from './reading.ts'

const SPAN_END = new MarkSet(['`', '\n'])

/** What stands between single backticks is an example, not a call: it is said as it stands, up to the second backtick. */
export function* readExample({ source, write }: Reading, opening: string): Step {
  write.text(opening)
  const { found } = yield* source.run(new UntilMark(SPAN_END, write.text))
  if (found) write.text(found.text)
}
