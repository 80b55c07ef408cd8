import type { SpokenPart } from '../canonical/part.ts'
import type { PartEvent } from '../canonical/stream-event.ts'
import { finishedParts, USUAL_REASONING } from '../define-dialect.ts'
import type { Dialect, ParserOptions } from '../dialect.ts'
import { literalMark, type Mark } from '../engine/marks.ts'

/** Feeds `text` in pieces that end at `cuts`, and returns every event. */
export function readInPieces(
  dialect: Dialect,
  options: ParserOptions,
  text: string,
  cuts: readonly number[],
): readonly PartEvent[] {
  const parser = dialect.createParser(options)
  const batches: (readonly PartEvent[])[] = []
  let from = 0
  for (const cut of [...new Set(cuts.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b)) {
    batches.push(parser.push(text.slice(from, cut)))
    from = cut
  }
  batches.push(parser.push(text.slice(from)), parser.end())
  return batches.flat()
}

export function readWhole(dialect: Dialect, options: ParserOptions, text: string): readonly SpokenPart[] {
  return finishedParts(readInPieces(dialect, options, text, []))
}

/** Parts begin in order, end once, say nothing after their end, and their deltas add up to them. */
export function deltaFault(events: readonly PartEvent[]): string | undefined {
  const texts = new Map<number, string>()
  let next = 0
  for (const event of events) {
    if (event.type === 'part-start') {
      if (event.part !== next++) return `part ${event.part} started out of order`
      texts.set(event.part, '')
      continue
    }
    const text = texts.get(event.part)
    if (text === undefined) return `part ${event.part} spoke while it was not open`
    if (event.type === 'part-delta') {
      texts.set(event.part, text + event.text)
      continue
    }
    texts.delete(event.part)
    const { value } = event
    if (value.type === 'tool-call') {
      if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(value.input))
        return `the deltas of part ${event.part} are not its input`
    } else if (value.type !== 'broken-call' && text !== value.text) return `the deltas of part ${event.part} are not its text`
  }
  return texts.size > 0 ? 'a part never ended' : undefined
}

/** What was read, joined in order, is the text again; only white space and marks of structure may be missing. */
export function conservationFault(dialect: Dialect, answer: string, parts: readonly SpokenPart[]): string | undefined {
  const inline = [...(dialect.inline ?? []), ...(dialect.ends ?? [])].map((mark) =>
    typeof mark === 'string' ? literalMark(mark) : mark,
  )
  const text = withoutMarks(answer, inline)
  const reasoning = (dialect.reasoning ?? USUAL_REASONING).flatMap(({ open, close }) => [open, close])
  const marks = [...dialect.markup, ...(dialect.frames ?? []), ...reasoning].map((mark) =>
    typeof mark === 'string' ? literalMark(mark) : mark,
  )
  // Every place the text may have been read up to: a `<` may be a word or the beginning of a mark.
  let places = skipStructure(text, new Set([0]), marks)
  for (const part of parts) {
    const said = withoutMarks(part.type === 'text' || part.type === 'reasoning' ? part.text : (part.source ?? ''), inline)
    const after = [...places].filter((place) => text.startsWith(said, place)).map((place) => place + said.length)
    // What is offered may have been said already, in a thought.
    if (part.type === 'broken-call' && part.offer) after.push(...places)
    if (part.type === 'tool-call' && part.flaws?.some(({ id }) => id === 'thought-unclosed')) after.push(...places)
    if (after.length === 0) return `not in the answer, or not there: ${JSON.stringify(said)}`
    places = skipStructure(text, new Set(after), marks)
  }
  return places.has(text.length) ? undefined : `lost at the end: ${JSON.stringify(text.slice(Math.max(...places)))}`
}

function withoutMarks(text: string, marks: readonly Mark[]): string {
  let rest = ''
  for (let at = 0; at < text.length; at++) {
    const length = Math.max(0, ...marks.map((mark) => (text.startsWith(mark.lead, at) ? mark.match(text, at, true) : 0)))
    if (length > 0) at += length - 1
    else rest += text.charAt(at)
  }
  return rest
}

function skipStructure(text: string, from: ReadonlySet<number>, marks: readonly Mark[]): ReadonlySet<number> {
  const places = new Set(from)
  for (const place of places) {
    if (/\s/.test(text.charAt(place))) places.add(place + 1)
    for (const mark of marks) {
      const length = text.startsWith(mark.lead, place) ? mark.match(text, place, true) : 0
      if (length > 0) places.add(place + length)
    }
  }
  return places
}
