import { around, marksIn, piecesOf, type Template } from '../template.ts'
import type { CallHead } from './named-calls.ts'

/** What is read of a call, by how it is written. */
export interface NamedMarks {
  readonly opener: string
  readonly separator: string
  readonly closer: string
  /** What stands between opener and separator. */
  readonly head: Template
}

/**
 *     <|tool_call:begin|>$id<|tool_call:name|>$name<|tool_call:args|>$input<|tool_call:end|>
 *     ^ opener           ^ head                    ^ separator             ^ closer
 */
export function namedMarks(call: Template): NamedMarks {
  const [before, behind] = around(call, 'input')
  const lead = before.slice(0, before.indexOf('$'))
  const opener = marksIn(lead)[0] ?? lead
  const last = /\$[a-z]+([^$]*)$/.exec(before)?.[1] ?? ''
  return {
    opener,
    separator: last.trim() === '' ? '{' : last.trim(),
    closer: marksIn(behind).at(-1) ?? behind.trim(),
    head: before.slice(opener.length, before.length - last.length),
  }
}

/** Reads the head of a call: the name, and what else it says as far as that is there. What is no head is undefined. */
// @__NO_SIDE_EFFECTS__
export function headReader(head: Template): (text: string) => CallHead | undefined {
  const [first = '', ...pieces] = piecesOf(head)
  return (text) => {
    const found: Record<string, string> = {}
    let rest = text.trim()
    if (rest.startsWith(first)) rest = rest.slice(first.length)
    for (let place = 0; place < pieces.length && rest !== ''; place += 2) {
      const [slot = '', literal = ''] = pieces.slice(place)
      const at = literal === '' ? -1 : rest.indexOf(literal)
      if (at < 0 && literal !== '' && slot !== 'name') return undefined
      found[slot] = (at < 0 ? rest : rest.slice(0, at)).trim()
      rest = at < 0 ? '' : rest.slice(at + literal.length)
    }
    const { name = '', id } = found
    return /\s/.test(name) || rest !== '' ? undefined : { name, ...(id !== undefined && { id }) }
  }
}
