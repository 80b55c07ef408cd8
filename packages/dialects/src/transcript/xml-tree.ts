import { DEPTHS } from '../canonical/depths.ts'
import { FaultError } from '../canonical/fault.ts'
import { attributesOf, decodeEntities } from '../shapes/tags/tag.ts'

/** An element of a transcript: its text is what stands in it directly, entities decoded, CDATA taken out. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

interface OpenElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

/** Reads the XML that transcripts are written in. Comments, processing instructions and document types are refused. */
export function parseXml(text: string): XmlElement {
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open: OpenElement[] = [root]
  let at = 0
  while (at < text.length) {
    const here = open.at(-1) ?? root
    const next = text.indexOf('<', at)
    here.text += decodeEntities(text.slice(at, next < 0 ? text.length : next))
    if (next < 0) break
    at = text.startsWith('<![CDATA[', next) ? readCdata(text, next, here) : readTag(text, next, open)
  }
  const [only, ...others] = root.children
  if (open.length > 1) throw problem(`the element \`${open.at(-1)?.name}\` is not closed`, text.length)
  if (!only || others.length > 0 || root.text.trim() !== '') throw problem('a transcript is one element', 0)
  return only
}

function readCdata(text: string, at: number, here: OpenElement): number {
  const from = at + '<![CDATA['.length
  const to = text.indexOf(']]>', from)
  if (to < 0) throw problem('a CDATA section is not closed', at)
  here.text += text.slice(from, to)
  return to + ']]>'.length
}

function readTag(text: string, at: number, open: OpenElement[]): number {
  const end = text.indexOf('>', at)
  const tag = end < 0 ? '' : text.slice(at + 1, end)
  const [, closing, name, rest] = /^(\/?)([A-Za-z_][\w.-]*)((?:\s[^]*)?)$/.exec(tag) ?? []
  if (name === undefined) throw problem('a tag is not closed or not named', at)
  const parent = open.at(-2)
  const here = open.at(-1)
  if (closing === '/') {
    if (here?.name !== name || !parent) throw problem(`\`</${name}>\` closes nothing`, at)
    parent.children.push(here)
    open.pop()
    return end + 1
  }
  const selfClosed = rest?.endsWith('/') ?? false
  const element = { name, attributes: attributesOf(rest ?? ''), children: [], text: '' }
  if (selfClosed) here?.children.push(element)
  else if (open.length > DEPTHS.transcript) throw problem('it is nested too deep', at)
  else open.push(element)
  return end + 1
}

function problem(what: string, at: number): FaultError {
  return new FaultError({
    code: 'request/invalid',
    message: `The transcript cannot be read at character ${at}: ${what}. Export it again, or mend it there.`,
    retryable: false,
    details: { at },
  })
}
