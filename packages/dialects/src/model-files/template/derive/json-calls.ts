import type { CallsShape } from '../../shape.ts'
import { A, B, type Probes } from './probes.ts'
import { said, surroundings } from './surround.ts'
import { findJson, type Span } from './whole-json.ts'

/** Calls that are JSON as a whole. Undefined: they are not. */
export function jsonCallsIn({ one, two }: Probes): CallsShape | undefined {
  const whole = findJson(one, [A.name, A.value])
  if (!whole) return undefined
  return one[whole.start] === '[' ? listed(one, two, whole) : single(one, two, whole)
}

const firstObject = (text: string, words: readonly string[], from = 0): Span | undefined => findJson(text, words, from, /\{/g)

/** `[TOOL_CALLS][{…}, {…}]` */
function listed(one: string, two: string | undefined, whole: Span): CallsShape | undefined {
  const object = firstObject(one, [A.name, A.value], whole.start)
  if (!object) return undefined
  const first = two === undefined ? undefined : firstObject(two, [A.name, A.value])
  const second = two === undefined || first === undefined ? undefined : firstObject(two, [B.name, B.value], first.end)
  const template = objectIn(one.slice(object.start, object.end))
  if (template === undefined) return undefined
  return {
    kind: 'json',
    ...template,
    section: [one.slice(0, object.start).trimStart(), one.slice(object.end).trimEnd()],
    ...(two !== undefined && first && second && { between: two.slice(first.end, second.start) }),
  }
}

/** `<tool_call>{…}</tool_call>` */
function single(one: string, two: string | undefined, whole: Span): CallsShape | undefined {
  const template = objectIn(one.slice(whole.start, whole.end))
  if (template === undefined) return undefined
  const first = two === undefined ? undefined : findJson(two, [A.name, A.value])
  const second = two === undefined || first === undefined ? undefined : findJson(two, [B.name, B.value], first.end)
  const between = first && second ? two?.slice(first.end, second.start) : undefined
  const around = surroundings(one.slice(0, whole.start), between, one.slice(whole.end))
  return { kind: 'json', ...template, call: around.call, ...said(around) }
}

/** The object of a call, with slots in it. */
function objectIn(text: string): { readonly object: string; readonly keyed?: true } | undefined {
  const input = inputIn(text)
  if (!input || !text.includes(`"${A.name}"`)) return undefined
  const object = `${text.slice(0, input.start)}$input${text.slice(input.end)}`
    .replace(`"${A.name}"`, '$name')
    .replace('"$id"', '$id')
  return { object, ...(/^\{\s*\$name\s*:/.test(object) && { keyed: true }) }
}

/** The innermost object that holds the value and not the name. */
function inputIn(text: string): Span | undefined {
  const at = text.lastIndexOf('{', text.indexOf(A.key))
  const span = firstObject(text, [A.key, A.value], Math.max(0, at))
  return span && !text.slice(span.start, span.end).includes(A.name) ? span : undefined
}
