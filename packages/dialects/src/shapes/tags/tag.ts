import { MarkSet } from '../../engine/marks.ts'
import { type Step, take, UntilMark } from '../../engine/readers.ts'
import type { Source } from '../../engine/source.ts'

/** A tag's attributes: `name="f" string='true' index=1`. Bounded by what a tag may hold, so the pattern is safe. */
export function attributesOf(head: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const match of head.matchAll(/([\w:.-]+)\s*=+\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g)) {
    const [, name, double, single, bare] = match
    if (name !== undefined && !attributes.has(name)) attributes.set(name, decodeEntities(double ?? single ?? bare ?? ''))
  }
  return attributes
}

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
])

export function encodeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text as one or more CDATA sections: `]]>` is written by ending one and beginning another. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

const CDATA_OPEN = new MarkSet(['<![CDATA['])
const CDATA_CLOSE = new MarkSet([']]>'])

/** Texts in which no section is closed any more, so that looking for it once is enough. */
const unclosed = new WeakSet<Source>()

/** `<![CDATA[…]]>`, as often as it stands there: `]]>` itself is written by ending one and beginning another. False when it never ends. */
export function* readCdata(source: Source, sink: (text: string) => void): Step<boolean> {
  while ((yield* take(source, CDATA_OPEN)) !== undefined) {
    if (unclosed.has(source)) return false
    const read = source.recorded.length
    const { found } = yield* source.run(new UntilMark(CDATA_CLOSE, sink))
    if (found === undefined) {
      unclosed.add(source)
      source.giveBack(source.recorded.slice(read))
      return false
    }
  }
  return true
}
