import type { SpokenPart } from './canonical/part.ts'
import type { PartEvent } from './canonical/stream-event.ts'
import type { Dialect, DialectDefinition, DialectParser, Grammar, ParserOptions, ReasoningMarks } from './dialect.ts'
import { PartWriter } from './engine/part-writer.ts'
import { Prose, type ProseMarks, proseMarks } from './engine/prose.ts'
import { Source } from './engine/source.ts'
import type { Reading } from './shapes/reading/reading.ts'

/** What most reasoning models write, and what models imitate when they are asked to think. */
export const USUAL_REASONING: readonly ReasoningMarks[] = ['think', 'thinking', 'thought'].map((tag) => ({
  open: `<${tag}>`,
  close: `</${tag}>`,
}))

/** Turns a grammar into a dialect. Authors write `parse`; chunk edges, thinking and event order are taken care of here. */
// @__NO_SIDE_EFFECTS__
export function defineDialect(definition: DialectDefinition): Dialect {
  const usual = proseMarks(definition, definition.reasoning ?? USUAL_REASONING)
  return {
    ...definition,
    createParser(options) {
      const { reasoning } = options
      return createGrammarParser(definition, reasoning === undefined ? usual : proseMarks(definition, reasoning || []), options)
    },
  }
}

/** Separates thoughts from words, where nothing may be read as a call. */
export function proseReader(dialect: Dialect, options: Omit<ParserOptions, 'tools'>): DialectParser {
  const { reasoning = dialect.reasoning ?? USUAL_REASONING } = options
  const definition: DialectDefinition = {
    ...dialect,
    markup: [],
    stop: [],
    results: [],
    frames: [],
    inline: [],
    parse: readProse,
  }
  return createGrammarParser(definition, proseMarks(definition, reasoning || []), { ...options, tools: [], drafts: 'ignore' })
}

function* readProse({ prose }: Reading): Grammar {
  while (yield* prose.until(NO_CALLS));
}

const NO_CALLS: readonly string[] = []

function createGrammarParser(definition: DialectDefinition, marks: ProseMarks, options: ParserOptions): DialectParser {
  let made = 0
  const newId = options.newId ?? (() => `call_${++made}`)
  const source = new Source()
  const write = new PartWriter({
    dialect: definition.id,
    newId,
    takenIds: options.takenIds ?? [],
    renamesCalls: options.renamesCalls === true,
    mender: options.mender,
    results: marks.inventions,
  })
  const prose = new Prose(source, write, marks, options.startsInReasoning ?? false)
  const grammar = definition.parse({ source, prose, write, tools: options.tools, forms: options.mender?.forms })
  let ended = false

  return {
    push(chunk) {
      if (!ended && source.push(chunk)) grammar.next()
      return write.take()
    },
    end() {
      if (ended) return []
      ended = true
      source.end()
      while (!grammar.next().done);
      write.finish()
      if (write.calls === 0)
        for (const [place, draft] of write.thoughts.entries()) {
          const last = prose.unclosed && place === write.thoughts.length - 1
          readDraft(definition, { text: draft, last }, { ...options, newId }, write)
        }
      return write.take()
    },
  }
}

/**
 * A call that was only thought of is shown and can be taken up by a person; it never runs by itself. Where a dialect's
 * speakers are known to forget the closing mark, the calls that end the answer in the `last` thought were not only thought of.
 */
function readDraft(
  definition: DialectDefinition,
  draft: { readonly text: string; readonly last: boolean },
  options: ParserOptions,
  write: PartWriter,
): void {
  const meant = draft.last && definition.callsEndThoughts
  if (!meant && options.drafts === 'ignore') return
  const parser = createGrammarParser(definition, proseMarks(definition, []), {
    ...options,
    drafts: 'ignore',
    startsInReasoning: false,
  })
  const parts = finishedParts([...parser.push(draft.text), ...parser.end()])
  const words = parts.findLastIndex(({ type }) => type !== 'tool-call')
  for (const [place, part] of parts.entries()) {
    if (part.type !== 'tool-call') continue
    if (place > words && (meant === true || (meant && part.dialect !== undefined && meant.includes(part.dialect))))
      write.takeUp(part)
    else if (options.drafts !== 'ignore') write.offer(part)
  }
}

export function finishedParts(events: readonly PartEvent[]): readonly SpokenPart[] {
  const parts: SpokenPart[] = []
  for (const event of events) if (event.type === 'part-end') parts[event.part] = event.value
  return parts
}
