import type { CallsShape } from '../../shape.ts'
import { A, B, type Probes } from './probes.ts'
import { said, surroundings } from './surround.ts'
import { findJson } from './whole-json.ts'

/** Calls whose name stands outside of the JSON: `<call>name<args>{…}</call>`. Undefined: they are not. */
export function namedCallsIn({ one, two }: Probes): CallsShape | undefined {
  const name = one.indexOf(A.name)
  const input = name < 0 ? undefined : findJson(one, [A.key, A.value], name, /\{/g)
  if (!input) return undefined
  const second = two?.indexOf(B.name) ?? -1
  const first = two === undefined ? undefined : findJson(two, [A.key, A.value], 0, /\{/g)
  const between = two !== undefined && first && second > first.end ? two.slice(first.end, second) : undefined
  const around = surroundings(one.slice(0, name), between, one.slice(input.end))
  const head = numbered(one.slice(name + A.name.length, input.start), two)
  return { kind: 'named', call: `${around.call[0]}$name${head}$input${around.call[1]}`, ...said(around) }
}

/** `:0<|args|>`, where the second call has `:1<|args|>`: the calls are counted. */
function numbered(head: string, two: string | undefined): string {
  const second = two?.split(B.name)[1] ?? ''
  const counted = head.replace('0', '1')
  return counted !== head && second.startsWith(counted) ? head.replace('0', '$number') : head
}
