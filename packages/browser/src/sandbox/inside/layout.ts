import { append, type List, repeat, slice, test } from './intrinsics.ts'

const LINE_WIDTH = 76

export function brackets(prefix: string, entries: List<string>, more = ''): string {
  if (more !== '') append(entries, more)
  return layOut(`${prefix}[`, entries, ']')
}

export function braces(prefix: string, entries: List<string>): string {
  return layOut(`${prefix}{`, entries, '}')
}

/** On one line when it fits, else one entry per line. */
function layOut(open: string, entries: List<string>, close: string): string {
  if (entries.length === 0) return `${open}${close}`
  let line = ''
  let lines = ''
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index] ?? ''
    line += `${index === 0 ? ' ' : ', '}${entry}`
    lines += `${index === 0 ? '' : ','}\n  ${indent(entry)}`
  }
  const short = line.length + open.length <= LINE_WIDTH && test(/\n/, line) === null
  return short ? `${open}${line} ${close}` : `${open}${lines}\n${close}`
}

function indent(text: string): string {
  let indented = ''
  let from = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '\n') continue
    indented += `${slice(text, from, index)}\n${repeat(' ', 2)}`
    from = index + 1
  }
  return from === 0 ? text : indented + slice(text, from)
}
