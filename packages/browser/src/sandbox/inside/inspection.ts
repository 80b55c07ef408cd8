import { slice } from './intrinsics.ts'

/** One inspection: what may still be written, and whether something was left out. */
export interface Inspection {
  left: number
  cut: boolean
  readonly maxDepth: number
  /** A value inside another one. */
  show(value: unknown, ancestors: Ancestors | undefined): string
}

/** The objects on the way down to the current one, so that a cycle is seen. */
export interface Ancestors {
  readonly value: object
  readonly above: Ancestors | undefined
}

export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : `${slice(text, 0, limit)}… (${text.length - limit} more characters)`
}

export function moreItems(count: number, inspection: Inspection): string {
  if (count <= 0) return ''
  inspection.cut = true
  return `… ${count} more item${count === 1 ? '' : 's'}`
}
