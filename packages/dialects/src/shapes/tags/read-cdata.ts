import { MarkSet } from '../../engine/marks.ts'
import { UntilMark } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'
import { type Step, take } from '../../engine/steps.ts'

const CDATA_OPEN = new MarkSet(['<![CDATA['])
const CDATA_CLOSE = new MarkSet([']]>'])

/** Texts in which no section is closed any more, so that looking for it once is enough. */
const unclosed = new WeakSet<Source>()

/** `<![CDATA[…]]>`, as often as it stands there: `]]>` itself is written by ending one and beginning another. False when it never ends. */
export function* readCdata(source: Source, sink: (text: string) => void): Step<boolean> {
  while ((yield* take(source, CDATA_OPEN)) !== undefined) {
    if (unclosed.has(source)) return false
    const read = source.recorded.length
    const { found } = yield* source.run(new UntilMark(CDATA_CLOSE, sink))
    if (found === undefined) {
      unclosed.add(source)
      source.giveBack(source.recorded.slice(read))
      return false
    }
  }
  return true
}
