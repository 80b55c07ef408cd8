import type { Grammar } from '../../dialect.ts'
import { findTool } from '../../engine/known-tool.ts'
import { peek, type Step, skipSpace } from '../../engine/readers.ts'
import type { Reading } from '../../shapes/reading/reading.ts'
import { Trimmed } from '../../shapes/values/text-filters.ts'
import { callForm } from './call-form.ts'
import { isMark } from './mark-like.ts'
import { lookAheadIn } from './pattern/look-ahead.ts'
import { literalPattern } from './pattern/pattern.ts'
import { type Found, PatternSet, UntilPattern } from './pattern/until-pattern.ts'
import { type CallReader, callReader } from './read-call.ts'
import type { Field, ResponseTemplate } from './template.ts'

interface Region {
  readonly opens: Field
  /** Absent: it holds words. */
  readonly calls?: CallReader
  readonly closing: PatternSet<'close'>
}

/** What a mark outside of all regions says. */
type Means =
  | Region
  /** It frames the answer, or closes a region that nobody saw open; `thought`: what stood before it was one. */
  | { readonly frame: true; readonly thought: boolean }

/**
 * The grammar of a response template: inside of a region only its end is looked for, outside all that may open one.
 * `frames` are tokens that say nothing, such as what ends a turn.
 */
export function answerGrammar(template: ResponseTemplate, frames: readonly string[] = []): (reading: Reading) => Grammar {
  const { fields, implicit } = template
  const regions = fields.filter(({ open }) => open).map(regionOf)
  const outside = new PatternSet<Means>([
    ...regions.flatMap((means) => (means.opens.open ? [{ pattern: means.opens.open, means }] : [])),
    ...(implicit?.close
      ? [{ pattern: implicit.close, means: { frame: true, thought: implicit.role === 'reasoning' } as const }]
      : []),
    ...strays(template, frames),
  ])
  const thought = regions.find(({ opens }) => opens.role === 'reasoning')
  return function* (reading) {
    const { source, prose, write } = reading
    let begins = true
    let behindCall = false
    if (thought && prose.thinking) {
      yield* readProse(reading, thought)
      begins = false
    }
    for (;;) {
      const sink = spoken(reading, implicit)
      const { said } = write
      const { found } = yield* source.run(new UntilPattern(outside, sink, lookAheadIn(source), begins))
      if (found === undefined) return
      begins = false
      behindCall &&= write.said === said
      const { means } = found
      if (isOnlyShown(reading, found, behindCall)) write.text(found.text)
      else if ('frame' in means) {
        write.frame(found.text)
        write.closeProse()
        if (means.thought) write.endThought()
      } else if (means.calls) {
        write.closeProse()
        yield* means.calls(reading, found)
        behindCall = true
      } else {
        // A thought that opens the answer was not opened by the prompt.
        if (means.opens.role === 'reasoning' && !write.begun) write.unsettled = false
        sayHeader(reading, found)
        write.closeProse()
        yield* readProse(reading, means)
      }
      if (source.ended && (yield* peek(source)) === '') return
    }
  }
}

function regionOf(field: Field): Region {
  const closing = new PatternSet(field.close ? [{ pattern: field.close, means: 'close' as const }] : [])
  return { opens: field, closing, ...(field.role === 'calls' && { calls: callReader(field, callForm(field)) }) }
}

/** What begins a turn, and what closes regions, says nothing where none is open. */
function strays({ fields, anchor }: ResponseTemplate, frames: readonly string[]): PatternSet<Means>['all'] {
  const closes = fields.flatMap(({ role, open, close }) =>
    open && close?.spellings
      ? [{ pattern: literalPattern(close.spellings), thought: role === 'reasoning', texts: close.spellings }]
      : [],
  )
  const others = [...frames, ...(anchor.spellings ?? []).map((text) => text.trim())].filter(isMark)
  return [
    ...closes
      .filter(({ texts }) => texts.every(isMark))
      .map(({ pattern, thought }) => ({ pattern, means: { frame: true, thought } as const })),
    ...(others.length > 0 ? [{ pattern: literalPattern(others), means: { frame: true, thought: false } as const }] : []),
  ]
}

/** What stands in code is shown, but for calls, which are weighed elsewhere; and what any sentence may hold opens no call. */
function isOnlyShown({ write, tools }: Reading, { means, text, groups }: Found<Means>, behindCall: boolean): boolean {
  if ('frame' in means) return write.inCode !== undefined
  if (!means.calls) return means.opens.role === 'reasoning' && write.inCode !== undefined
  const bare = [...groups.values()].reduce((rest, group) => rest.replace(group, ''), text)
  if (isMark(bare) && !bare.startsWith('{')) return false
  const known = tools.length === 0 || [...groups.values()].some((name) => findTool(tools, name))
  return !(known && (behindCall || bare.startsWith('{')))
}

/** A mark may have room for a name; words that stand there are no name, nor is the end of a sentence, and neither is lost. */
function sayHeader({ write }: Reading, { text, pattern }: Found<Means>): void {
  const header = pattern.literals.reduce((rest, literal) => rest.replace(literal, ''), text).trim()
  const goesOn = write.inLine && !pattern.literals.some((literal) => text.startsWith(literal))
  if (goesOn || /\s/.test(header)) write.text(header)
}

/** Text or a thought, to its end. */
function* readProse(reading: Reading, { opens, closing }: Region): Step {
  const { source, write } = reading
  yield* source.run(new UntilPattern(closing, spoken(reading, opens), lookAheadIn(source)))
  write.closeProse()
  if (opens.close?.takesSpace) yield* skipSpace(source)
}

/** Where the words of a region go; what no region claims is text. */
function spoken({ write }: Reading, field: Field | undefined): (text: string) => void {
  const sink = field?.role === 'reasoning' ? write.reasoning : write.text
  const strips = field !== undefined && field.content.as !== 'json' && 'strip' in field.content && field.content.strip
  return strips ? new Trimmed(sink).push : sink
}
