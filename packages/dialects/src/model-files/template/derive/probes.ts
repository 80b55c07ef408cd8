import type { JsonValue } from '../../../canonical/json.ts'
import { idAt } from '../conversation.ts'
import type { Voice } from '../voice.ts'

/** Words that no template has, so that they can be found again in what it writes. */
export const A = { name: 'zqfna', key: 'zqkya', value: 'zqvala' } as const
export const B = { name: 'zqfnb', key: 'zqkyb', value: 'zqvalb' } as const

/** What a template writes for calls that are known. */
export interface Probes {
  /** One call with one parameter. */
  readonly one: string
  /** Two such calls. Undefined: the template writes no more than one. */
  readonly two: string | undefined
  /** One call with two parameters. */
  readonly pair: string
  /** One call with a parameter of this value. */
  readonly with: (value: JsonValue) => string | undefined
}

export function probesOf(voice: Voice): Probes | undefined {
  const spoken = (...inputs: readonly (readonly [string, Record<string, JsonValue>])[]): string | undefined =>
    voice
      .spoken({ calls: inputs.map(([name, input]) => ({ name, input })) })
      ?.said.replaceAll(idAt(0), '$id')
      .replaceAll(idAt(1), '$id')
  const one = spoken([A.name, { [A.key]: A.value }])
  const pair = spoken([A.name, { [A.key]: A.value, [B.key]: B.value }])
  if (one === undefined || pair === undefined) return undefined
  const two = spoken([A.name, { [A.key]: A.value }], [B.name, { [B.key]: B.value }])
  const isWhole = two !== undefined && [A.value, B.name, B.value].every((word) => two.includes(word))
  return { one, pair, two: isWhole ? two : undefined, with: (value) => spoken([A.name, { [A.key]: value }]) }
}
