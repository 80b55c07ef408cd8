import type { ToolSpec } from './canonical/message.ts'
import { defineDialect, USUAL_REASONING } from './define-dialect.ts'
import type { Dialect, ReasoningMarks } from './dialect.ts'
import { CallsOnlyProse } from './engine/calls-only-prose.ts'
import { isSpecialToken, literalMark, type Mark, type MarkLike, MarkSet, MORE } from './engine/marks.ts'
import { type Step, take } from './engine/readers.ts'
import { type MarkSequence, sequenceMark } from './engine/sequence-mark.ts'
import type { Reader, Source } from './engine/source.ts'
import { dialects as spoken } from './registry.generated.ts'
import { fallbackReaders } from './shapes/reading/fallback-readers.ts'
import type { Reading } from './shapes/reading/reading.ts'
import { usualDialect } from './usual-dialect.ts'

/** No mark that begins a line is longer. */
const MOST_LINE = 512

export interface AutoOptions {
  /** The dialect that is taught and written. */
  readonly prefer: Dialect
  /** The dialects that are recognised. */
  readonly among: readonly Dialect[]
}

/**
 * Reads any dialect by its signs, in one pass, so that a call in the wrong dialect is not lost. Each call says which
 * dialect it was written in. Where a dialect has no marks of its own, only a known tool makes a call.
 */
export function createAuto({ prefer, among }: AutoOptions): Dialect {
  const candidates = [
    prefer,
    ...among.filter((dialect) => dialect !== prefer).toSorted((a, b) => b.speakers.length - a.speakers.length),
  ]
  const known = new WeakMap<readonly ToolSpec[], Signs>()
  // A conversation is read answer by answer with the same tools, and making the marks costs more than reading a short one.
  const signsFor = (tools: readonly ToolSpec[]): Signs => {
    const signs = known.get(tools) ?? signsOf(candidates, tools)
    known.set(tools, signs)
    return signs
  }
  return defineDialect({
    id: 'auto',
    title: 'Auto',
    speakers: [],
    markup: [...new Set(candidates.flatMap(({ markup }) => markup))],
    openers: [...new Set(candidates.flatMap(({ openers = [] }) => openers))],
    patience: Math.max(
      ...candidates.map(({ patience = 0, markup }) => Math.max(patience, ...markup.map(({ length }) => length))),
    ),
    reasoning: reasoningOf(candidates),
    frames: tokensOf(candidates.flatMap(({ frames = [] }) => frames)),
    ends: tokensOf(candidates.flatMap(({ ends = [] }) => ends)),
    callsEndThoughts: candidates.flatMap(({ id, callsEndThoughts }) => (callsEndThoughts === true ? [id] : [])),
    ...(prefer.resultMarkup && { resultMarkup: prefer.resultMarkup }),
    ...(prefer.stop && { stop: prefer.stop }),
    results: [...new Set(candidates.flatMap(({ stop = [], results = stop }) => results))],
    ...(prefer.grammar && { grammar: prefer.grammar }),
    ...(prefer.answerSchema && { answerSchema: prefer.answerSchema }),
    instruct: prefer.instruct,
    formatCalls: prefer.formatCalls,
    formatResults: prefer.formatResults,

    *parse(reading) {
      const { openers, dialectOf } = signsFor(reading.tools)
      const first = reading.prose.thinking ? undefined : yield* lineMark(reading.source, openers)
      const dialectAtStart = first && dialectOf.get(first)
      if (dialectAtStart) yield* readAs(dialectAtStart, reading, { sign: '', taught: dialectAtStart === prefer })
      let opening = yield* reading.prose.until(openers)
      while (opening) {
        const dialect = dialectOf.get(opening.mark) ?? prefer
        reading.source.unread(opening.text)
        yield* readAs(dialect, reading, { sign: opening.text, taught: dialect === prefer })
        opening = yield* reading.prose.until(openers)
      }
    },
  })
}

export const auto = createAuto({ prefer: usualDialect, among: spoken })

/** The mark that stands here, of those that count where a line begins: the answer begins one too. Reads nothing. */
function* lineMark(source: Source, marks: readonly Mark[]): Step<Mark | undefined> {
  const inLine = marks.filter(({ lead }) => lead.startsWith('\n'))
  return (yield* source.run(new LineStart(inLine))).found
}

class LineStart implements Reader {
  done = false
  found: Mark | undefined
  readonly #marks: readonly Mark[]

  constructor(marks: readonly Mark[]) {
    this.#marks = marks
  }

  read(text: string, at: number, ended: boolean): number {
    const line = `\n${text.slice(at, at + MOST_LINE)}`
    const lengths = this.#marks.map((mark) => mark.match(line, 0, ended))
    this.found = this.#marks[lengths.findIndex((length) => length > 0)]
    this.done = ended || this.found !== undefined || !lengths.includes(MORE)
    return at
  }
}

/** Lets the dialect's own grammar read what follows, as long as it is calls. */
function* readAs(dialect: Dialect, reading: Reading, { sign, taught }: { sign: string; taught: boolean }): Step {
  const { source, write } = reading
  const before = source.position
  const { said, dialect: outer } = write
  write.dialect = dialect.id
  yield* dialect.parse({
    ...reading,
    forms: fallbackReaders,
    prose: new CallsOnlyProse(source, write, { frames: dialect.frames, taught }),
  })
  write.dialect = outer
  // Marks of structure are gone; the words around them are two texts.
  if (write.said === said) write.closeProse()
  if (source.position > before || sign === '') return
  // The grammar did not want it after all, so it is prose.
  yield* take(source, new MarkSet([literalMark(sign)]))
  write.text(sign)
}

interface Signs {
  readonly openers: readonly Mark[]
  readonly dialectOf: ReadonlyMap<Mark, Dialect>
}

/** The beginnings of all dialects, one mark each; what two dialects share belongs to the one more models speak. */
function signsOf(candidates: readonly Dialect[], tools: readonly ToolSpec[]): Signs {
  const dialectOf = new Map<Mark, Dialect>()
  const literals = new Set<string>()
  for (const dialect of candidates) {
    for (const given of dialect.signs?.(tools) ?? dialect.openers ?? []) {
      const sign = isSequence(given) ? sequenceMark(given[0], given) : given
      if (typeof sign !== 'string')
        dialectOf.set(
          { ...sign, id: `${dialect.id} ${sign.id}`, match: (text, at, ended) => sign.match(text, at, ended) },
          dialect,
        )
      else if (!literals.has(sign)) {
        literals.add(sign)
        dialectOf.set({ ...literalMark(sign), id: `${dialect.id} ${sign}` }, dialect)
      }
    }
  }
  return { openers: [...dialectOf.keys()], dialectOf }
}

const isSequence = (sign: MarkLike | MarkSequence): sign is MarkSequence => Array.isArray(sign)

/** The special tokens among marks, and what begins and ends with one. Others are words in all dialects but their own. */
function tokensOf(marks: readonly MarkLike[]): readonly string[] {
  return [...new Set(marks.filter((mark) => typeof mark === 'string').filter(isSpecialToken))]
}

/** Thinking between tags of any dialect. Sentences that open it in one dialect are prose in all others. */
function reasoningOf(candidates: readonly Dialect[]): readonly ReasoningMarks[] {
  const marks = new Map<string, ReasoningMarks>()
  for (const pair of [...USUAL_REASONING, ...candidates.flatMap(({ reasoning = [] }) => reasoning)]) {
    if (/^[<[◁]/.test(pair.open) && !marks.has(pair.open)) marks.set(pair.open, pair)
  }
  return [...marks.values()]
}
