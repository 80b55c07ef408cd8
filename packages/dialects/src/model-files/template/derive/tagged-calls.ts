import type { CallsShape, ValueName } from '../../shape.ts'
import { commonEnd, commonStart } from '../overlap.ts'
import { A, B, type Probes } from './probes.ts'
import { type Around, surroundings } from './surround.ts'

/** Calls with an element for every parameter. Undefined: they are not. */
export function taggedCallsIn(probes: Probes): CallsShape | undefined {
  const { one, two, pair } = probes
  const parameter = parameterIn(pair)
  if (!parameter) return undefined
  const [before, rest] = cut(one, A.name)
  const behind = cut(rest, A.value)[1]
  const between = two === undefined ? undefined : cut(cut(two, A.value)[1], B.name)[0]
  const around = surroundings(before, between, behind)
  if (!around.call[1].startsWith(parameter.close)) return undefined
  const head = `${around.call[0]}$name${parameter.lead}`
  const tail = around.call[1].slice(parameter.close.length)
  const values = valuesIn(probes)
  const cdata = [...'<>&"\'\n'].filter((sign) => probes.with(`zq${sign}zq`)?.includes('<![CDATA[')).join('')
  return {
    kind: 'tags',
    ...sections(around, head, tail),
    parameter: `${parameter.open}$key${typed(parameter.middle, probes)}$value${parameter.close}`,
    ...(around.between !== '' && { between: around.between }),
    ...(values !== 'json' && { values }),
    ...(cdata !== '' && { cdata }),
  }
}

function cut(text: string, word: string): readonly [string, string] {
  const at = text.indexOf(word)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + word.length)]
}

interface Parameter {
  /** What stands between the name of the call and the first parameter. */
  readonly lead: string
  readonly open: string
  readonly middle: string
  readonly close: string
}

/** `<function=NAME>⏎<parameter=KEY>⏎VALUE⏎</parameter>⏎<parameter=KEY>…`: what stands between two values is known twice. */
function parameterIn(pair: string): Parameter | undefined {
  const words = [A.name, A.key, A.value, B.key, B.value]
  const places = words.map((word) => pair.indexOf(word))
  if (places.some((place, index) => place <= (places[index - 1] ?? -1))) return undefined
  const [, toKey, middle, toNext] = words.map((_, index) =>
    pair.slice((places[index - 1] ?? 0) + (words[index - 1]?.length ?? 0), places[index] ?? 0),
  )
  if (toKey === undefined || middle === undefined || toNext === undefined) return undefined
  const open = commonEnd(toKey, toNext).trimStart()
  const close = toNext.slice(0, toNext.length - open.length)
  return open === '' || close.trim() === ''
    ? undefined
    : { lead: toKey.slice(0, toKey.length - open.length), open, middle, close }
}

/** A tag around every call is a section of its own; what stands around all of them is one, too. */
function sections({ section, call: [opener] }: Around, head: string, tail: string) {
  const inner = opener.lastIndexOf('<')
  const close = tail.indexOf('>') + 1
  const hasSection = section.some((mark) => mark !== '')
  if (inner <= 0 || close <= 0) return { call: head + `$parameters${tail}`, ...(hasSection && { section }) }
  const [call, wrap] = [
    `${head.slice(inner)}$parameters${tail.slice(0, close)}`,
    [opener.slice(0, inner), tail.slice(close)] as const,
  ]
  return hasSection ? { call, section, around: wrap } : { call, section: wrap, sectionEach: true as const }
}

/** `string="true"` says what the value is: with a number there, it says something else. */
function typed(middle: string, probes: Probes): string {
  const other = probes.with(12345)
  const number = other === undefined ? '' : cut(cut(other, A.key)[1], '12345')[0]
  if (number === '' || number === middle) return middle
  const start = commonStart(middle, number).length
  if (middle.includes('string="true"') && number.includes('string="false"'))
    return middle.replace('string="true"', 'string="$string"')
  return middle.slice(start - 1).includes('string') ? middle.replace(/="string"/, '="$type"') : middle
}

function valuesIn(probes: Probes): ValueName {
  if (probes.with(['zqitem'])?.includes("['zqitem']")) return 'python-values'
  return probes.with(true)?.includes('True') ? 'python-words' : 'json'
}

/** Python: `f(key='value')` between marks. Undefined: it is not, or there is no mark. */
export function pythonCallsIn({ one, two }: Probes): CallsShape | undefined {
  const call = new RegExp(`${A.name}\\(${A.key}=['"]${A.value}['"]\\)`)
  const at = one.search(call)
  const [written = ''] = call.exec(one) ?? []
  if (at < 0) return undefined
  const between = two === undefined ? ', ' : cut(cut(two, A.value)[1], B.name)[0].replace(/^['"]\)/, '')
  return { kind: 'python', section: [one.slice(0, at).trimStart(), one.slice(at + written.length).trimEnd()], between }
}
