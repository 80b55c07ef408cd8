import type { Card } from './card.ts'
import { CASES } from './cases.ts'
import type { Report } from './report.ts'

const QUESTIONS: { readonly [Id in (typeof CASES)[number]['id']]: string } = {
  call: 'one call',
  whole: 'one call, not streamed',
  raw: 'one call, the model alone',
  unicode: 'characters beyond ASCII',
  two: 'two calls',
  code: 'long code',
  restraint: 'a question that needs no tool',
  quoted: 'a call that is only shown',
  result: 'an answer after a result',
}

export const questionOf = (id: keyof typeof QUESTIONS): string => QUESTIONS[id]

/** For a terminal: what comes from a card must not command it. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')

/** What a card says, as lines for a terminal. */
export function cardTable(card: Card, report: Report): string {
  const { candidates } = report
  const asked = CASES.filter(({ id }) => candidates.some(({ probes }) => probes.some((probe) => probe.case === id)))
  const rows = asked.map(({ id }) => [
    questionOf(id),
    ...candidates.map(({ probes }) => probes.find((probe) => probe.case === id)?.right ?? '–'),
  ])
  const table = [
    ['', ...candidates.map(({ choice }) => choice)],
    ...rows,
    ['', ...candidates.map(({ right, asked: most }) => `${right} of ${most}`)],
  ]
  const { requests, inputTokens, outputTokens, ms } = card.cost
  const { recommendation, reason, replayed } = report
  return [
    `${card.model}, ${card.provider.kind}, ${card.at.slice(0, 10)}`,
    '',
    ...columns(table),
    '',
    ...candidates.flatMap(({ choice, found, remarks }) =>
      [...found, ...remarks].map(({ message }) => `${choice}: ${message.replace(/\.$/, '')}`),
    ),
    '',
    `${requests} requests, ${inputTokens + outputTokens} tokens, ${Math.ceil(ms / 1000)} seconds`,
    replayed.message,
    recommendation ? `Recommended: ${recommendation.choice}. ${reason.message}` : `Nothing is recommended. ${reason.message}`,
    ...(recommendation?.reasoning ? ['It thinks aloud before it answers.'] : []),
  ]
    .map(printable)
    .join('\n')
    .concat('\n')
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd(),
  )
}
