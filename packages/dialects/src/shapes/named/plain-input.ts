import { isJsonObject } from '../../canonical/json.ts'
import { say } from '../../canonical/words.ts'
import type { CallWriter } from '../../engine/call-writer.ts'
import { soleParameter } from '../../engine/known-tool.ts'
import type { MarkSet } from '../../engine/marks.ts'
import { type Step, UntilMark } from '../../engine/readers.ts'
import { TextPile } from '../../engine/source.ts'
import type { Reading } from '../reading/reading.ts'
import { mendExactly, takeTails, unreadable } from '../reading/salvage.ts'

export interface PlainBounds {
  /** What ends the words, and is left unread unless it is one of `tails`. */
  readonly ends: MarkSet
  readonly tails: readonly string[]
  /** Whether words that nothing ends broke off. Absent: the end of the answer ends them. */
  readonly mustEnd?: true
}

/**
 * Arguments in plain words: code for an interpreter, a question for a search. They go to the only parameter they can be
 * meant for; where there is none, or are several, the call is broken.
 */
export function* readPlainInput(reading: Reading, call: CallWriter, { ends, tails, mustEnd }: PlainBounds): Step {
  const { source, tools } = reading
  const words = new TextPile()
  const { found } = yield* source.run(new UntilMark(ends, (text) => words.add(text)))
  if (found) source.giveBack(found.text)
  else if (mustEnd) return call.broken(source.takeRecord(), unreadable(say('call.breaks-off')))
  yield* takeTails(source, tails)
  const said = words.text.trim()
  const parameter = soleParameter(tools, call.knownName ?? '')
  const mended = parameter === undefined ? mendExactly(call, said) : undefined
  if (isJsonObject(mended?.value)) call.input(JSON.stringify(mended.value))
  else if (parameter !== undefined) call.input(JSON.stringify({ [parameter]: said }))
  else if (said !== '') return call.broken(source.takeRecord(), say('call.arguments-no-object'))
  call.end(source.takeRecord())
}
