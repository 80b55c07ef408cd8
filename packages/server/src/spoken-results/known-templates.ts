import type { Dialect } from '@parley/dialects'
import { certainStart, type ResultMark, resultMark } from './result-mark.ts'
import { type ResultTemplate, resultTemplates } from './result-template.ts'

/** The marks of results that are words. */
export interface TextMarks {
  /** Absent: nothing opens a result. */
  readonly before: ResultMark | undefined
  /** Absent: each result has a frame of its own. */
  readonly between: ResultMark | undefined
  /** Absent: the result goes on to the end. */
  readonly after: ResultMark | undefined
  /** Whether white space around the words belongs to the marks. */
  readonly loose: boolean
}

/** A template with its marks made ready. */
export interface KnownTemplate extends ResultTemplate {
  /** What such a result begins with for certain: whatever begins otherwise need not be looked at. */
  readonly start: string
  readonly exact: TextMarks
  readonly loose: TextMarks
  /** Around JSON. */
  readonly opens: ResultMark
  readonly closes: ResultMark
}

interface KnownTemplates {
  readonly templates: readonly KnownTemplate[]
  /** Nothing but the name of the call, or nothing at all, tells a result from what anybody might say. */
  readonly bare: boolean
}

/** Made once for each dialect: a long conversation asks for every dialect at every turn. */
const known = new WeakMap<Dialect, KnownTemplates>()

export function knownTemplates(dialect: Dialect): KnownTemplates {
  const templates = known.get(dialect) ?? learn(resultTemplates(dialect))
  known.set(dialect, templates)
  return templates
}

function learn(templates: readonly ResultTemplate[]): KnownTemplates {
  return { templates: templates.map(withMarks), bare: templates.some(isBare) }
}

const isBare = ({ before, after, json }: ResultTemplate): boolean => !json && /^[\s\0:]*$/.test(before + after)

function withMarks(template: ResultTemplate): KnownTemplate {
  const { before, after } = template
  return {
    ...template,
    start: certainStart(before),
    exact: textMarks(template, false),
    loose: textMarks(template, true),
    opens: resultMark(before, { loose: true }),
    closes: resultMark(after, { loose: true }),
  }
}

function textMarks({ before, between, after }: ResultTemplate, loose: boolean): TextMarks {
  const mark = (words: string) => (words.trim() === '' ? undefined : resultMark(words, { loose }))
  return {
    before: mark(before.trimStart()),
    between: between === undefined ? undefined : mark(between),
    after: mark(loose ? after.trim() : after.trimEnd()),
    loose,
  }
}
