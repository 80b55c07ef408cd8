import { SHOWN_LIMITS } from '../../shown/shown-item.ts'
import { apply, dataDescriptor, defineProperty, quote } from '../intrinsics.ts'
import { plainJson } from '../plain-json.ts'

/** The script of a library of the page. Rejects where there is none. */
export type ReadLibrary = (name: string) => Promise<unknown>

/** Where a value is on its way to be shown. Exactly one of the two is called, now or later. */
export interface Finding {
  /** The fields of its item, as JSON without the braces. */
  readonly found: (fields: string) => void
  readonly failed: (problem: string) => void
  readonly readLibrary: ReadLibrary
}

/** With what can be pointed at in it, where that is known and no more than a person looks at. */
export function svgFields(text: string, points?: unknown): string {
  const json = typeof points === 'object' && points !== null ? plainJson(points, SHOWN_LIMITS.points) : undefined
  return `"kind":"svg","text":${quote(text)}${json === undefined ? '' : `,"points":${json}`}`
}

const { then } = Promise.prototype

/** A promise of the engine's own, heard whatever the program has made of promises. */
export function hear(promise: Promise<unknown>, onValue: (value: unknown) => void, finding: Finding): void {
  const failed = (): void => finding.failed('It could not be read or drawn.')
  const heard = (value: unknown): void => {
    try {
      onValue(value)
    } catch {
      failed()
    }
  }
  void defineProperty(promise, 'constructor', dataDescriptor(undefined))
  void apply(then, promise, [heard, failed])
}
