import type { ToolSpec } from '../canonical/message.ts'
import type { SpokenPart } from '../canonical/part.ts'
import type { ParserOptions } from '../dialect.ts'
import { generousMender } from '../mender.ts'
import { fixtureTools } from './fixture-tools.ts'

/** One heading of a fixture page: what a model wrote, and what must be read in it. */
export interface Fixture {
  readonly title: string
  readonly source: string
  readonly parts: readonly unknown[]
  readonly options: ParserOptions
}

/** What a dialect cannot express; the laws do not ask it to. */
export interface Limits {
  /** Texts that no string may contain. */
  readonly cannotSay: readonly string[]
  /** Absent: any number. */
  readonly mostCalls?: number
  /** Only strings survive: the dialect has no other values. */
  readonly stringsOnly?: boolean
  /** No lists or objects. */
  readonly flat?: boolean
  /** Strings lose white space at their ends. */
  readonly trims?: boolean
  /** A call that is quoted in a string must be whole: one that only begins there is taken for the next. */
  readonly showsWholeCallsOnly?: boolean
  /** No string may show a call of the dialect. */
  readonly showsNoCalls?: boolean
  /** Results have no mark of their own, so an invented one is told from nothing. */
  readonly resultsUnmarked?: boolean
  /** Special tokens that may begin a call beside the dialect's openers: where none follows, they are shown. */
  readonly mentions?: readonly string[]
  /** A call has no closing mark, so damage may cost what follows it. */
  readonly unclosed?: boolean
}

export interface FixturePage {
  readonly fixtures: readonly Fixture[]
  readonly limits: Limits
  /** How it writes the page's calls, with values of every type. Absent: the page does not say. */
  readonly calls?: string
  /** What it writes for the results of the page's calls. Absent: the page does not say. */
  readonly results?: string
  /** What it teaches a model that may call the page's tools. Absent: the page does not say. */
  readonly lesson?: string
}

/**
 * Reads a page of fixtures:
 *
 *     ## A title
 *     ~~~~ source
 *     what the model wrote
 *     ~~~~
 *     ~~~~ parts
 *     [{"type": "tool-call", "name": "ping", "input": {}}]
 *     ~~~~
 *
 * `~~~~ options` and `~~~~ tools` under a heading hold JSON for its parser; `~~~~ limits` may stand anywhere, and so may
 * `~~~~ calls`, `~~~~ results` and `~~~~ lesson`, the very text that the dialect writes.
 */
export function parseFixturePage(markdown: string): FixturePage {
  const blocks = blocksOf(markdown)
  const limits = blocks.get('limits')
  const calls = blocks.get('calls')
  const results = blocks.get('results')
  const lesson = blocks.get('lesson')
  const fixtures = markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => parseFixture(section))
  return {
    fixtures,
    limits: { cannotSay: [], ...(limits !== undefined && (JSON.parse(limits) as Partial<Limits>)) },
    ...(calls !== undefined && { calls }),
    ...(results !== undefined && { results }),
    ...(lesson !== undefined && { lesson }),
  }
}

function parseFixture(section: string): readonly Fixture[] {
  const title = section.slice(0, section.indexOf('\n')).trim()
  const blocks = blocksOf(section)
  const source = blocks.get('source')
  const parts = blocks.get('parts')
  if (source === undefined && parts === undefined) return []
  if (source === undefined || parts === undefined) throw new Error(`The fixture "${title}" needs a source and its parts.`)
  const tools = blocks.get('tools')
  const options = blocks.get('options')
  return [
    {
      title,
      source,
      parts: JSON.parse(parts) as unknown[],
      options: {
        mender: generousMender,
        tools: tools === undefined ? fixtureTools : (JSON.parse(tools) as ToolSpec[]),
        ...(options !== undefined && (JSON.parse(options) as Partial<ParserOptions>)),
      },
    },
  ]
}

function blocksOf(markdown: string): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>()
  for (const [, name, body] of markdown.matchAll(/^~~~~ ([a-z-]+)\n([\s\S]*?)\n?^~~~~$/gm)) {
    if (name !== undefined && body !== undefined && !blocks.has(name)) blocks.set(name, body)
  }
  return blocks
}

/** A part without what a page does not care to say: ids, sources, the dialect; what is wrong with it only where `page` says that. */
export function essence(part: SpokenPart, page?: unknown): Record<string, unknown> {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'tool-call':
      return { type: part.type, name: part.name, input: part.input, ...(part.flaws && { flaws: part.flaws.map(({ id }) => id) }) }
    case 'broken-call':
      return {
        type: part.type,
        ...(part.name !== undefined && { name: part.name }),
        ...(typeof page === 'object' && page !== null && 'problem' in page && { problem: part.problem }),
        ...(part.offer && { offer: { name: part.offer.name, input: part.offer.input } }),
      }
    default:
      return part satisfies never
  }
}
