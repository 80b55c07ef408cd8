import type { Outcome, ToolResult } from '@parley/dialects'
import { fenced } from './fenced.ts'
import type { SpokenPiece, SpokenThread } from './spoken-thread.ts'

/** What stands around what was said, in the language of who saves it. */
export interface PageWords {
  readonly you: string
  readonly model: string
  readonly untitled: string
  readonly result: string
  readonly outcome: (outcome: Outcome) => string
  /** What a program showed, in the form that is saved. Empty: nothing. */
  readonly shown: (display: ToolResult['display']) => string
  /** How a point in time is written. */
  readonly time: (at: number) => string
}

/** The conversation as Markdown. What was said stands as it is: it is Markdown already. */
export function threadMarkdown({ title, turns }: SpokenThread, words: PageWords): string {
  const blocks = turns.map(({ role, model, at, parts }) => {
    const who = role === 'user' ? words.you : (model ?? words.model)
    return [`## ${oneLine(who)}`, `*${words.time(at)}*`, ...parts.map((part) => pieceOf(part, words))].join('\n\n')
  })
  return `${[`# ${oneLine(title || words.untitled)}`, ...blocks].join('\n\n')}\n`
}

function pieceOf(part: SpokenPiece, words: PageWords): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'file') return `📎 ${oneLine(part.name)}`
  if (part.kind === 'broken') return fenced(part.source)
  const call = `**\`${part.name.replaceAll('`', '')}\`**\n\n${fenced(JSON.stringify(part.input, undefined, 2), 'json')}`
  if (part.result === undefined) return call
  const outcome = part.outcome === undefined ? words.result : `${words.result} · ${words.outcome(part.outcome)}`
  return [call, outcome, fenced(part.result), words.shown(part.display)].filter((block) => block !== '').join('\n\n')
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
