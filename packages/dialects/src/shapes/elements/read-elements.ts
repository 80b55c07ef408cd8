import { Damage } from '../../engine/damage.ts'
import { MarkSet } from '../../engine/marks.ts'
import { SPACE, sequenceMark } from '../../engine/sequence-mark.ts'
import { peekSolid, type Step } from '../../engine/steps.ts'
import type { Reading } from '../reading/reading.ts'
import { type Bounds, unreadable } from '../reading/salvage.ts'
import { endInPlace } from '../reading/split-call.ts'
import { readElementCall } from './element-call.ts'
import type { ElementStyle } from './element-value.ts'

/** A call named like its tool, with elements named like its parameters, from behind `bounds.opener`. */
export function* readElements(reading: Reading, bounds: Omit<Bounds, 'closers'>, style: ElementStyle): Step {
  const { source, write } = reading
  const { opener } = bounds
  // A name may hold a slash or a blank of its own.
  const tool = opener.slice(1).replace(/\s*\/?>$/, '')
  source.record(opener)
  const call = write.call()
  if (opener.endsWith('/>')) {
    call.name(tool)
    return call.end(source.takeRecord())
  }
  // A tag that no element follows was only mentioned.
  if ((yield* peekSolid(source)) !== '<') return write.text(source.takeRecord())
  const close = `</${tool}>`
  try {
    yield* readElementCall(reading, call, { tool, close: [close], style })
    call.end(source.takeRecord())
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    const openings = new MarkSet(
      reading.tools.flatMap(({ name }) => [
        sequenceMark(name, [`<${name}`, SPACE, '/>']),
        sequenceMark(name, [`<${name}>`, SPACE, '<']),
      ]),
    )
    const broken = endInPlace(reading, { ...bounds, closers: [close], begun: opener.length, openings })
    call.broken(yield* broken, unreadable(error.sentence))
  }
}
