import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Decision {
  readonly file: string
  readonly number: string
  readonly title: string
  readonly room: string
}

/** What a heading may end with, in the order of the index. */
const ROOMS: Readonly<Record<string, string>> = {
  language: 'The language (`packages/dialects`)',
  server: 'The server (`packages/server`)',
  command: 'The command (`packages/cli`)',
  agent: 'Agent mode (the server, and the page that follows it)',
  approvals: 'Calls, approvals and conversations (`packages/browser`)',
  sandbox: 'The sandbox (`packages/browser`)',
  files: 'Files (`packages/browser`)',
  face: 'The face (`packages/react`)',
  studio: 'The studio (`apps/studio`)',
  scripts: 'Scripts, tests and benchmarks',
}

const HEADING = /^# (\d{4}) · (.+) `(\w+)`\n/

/** Every decision of the folder, in the order of their numbers. A heading that says no room is an error that says how to write one. */
export function findDecisions(root: string): readonly Decision[] {
  const folder = join(root, 'docs', 'decisions')
  return globSync('[0-9]*.md', { cwd: folder })
    .toSorted()
    .map((file) => readHeading(file, readFileSync(join(folder, file), 'utf8')))
}

/** `# 0040 · The file log is authoritative`, and the room in backticks behind it. */
export function readHeading(file: string, page: string): Decision {
  const [, number = '', title = '', room = ''] = HEADING.exec(page) ?? []
  if (number === basename(file).slice(0, 4) && Object.hasOwn(ROOMS, room)) return { file, number, title, room }
  const rooms = Object.keys(ROOMS).join(', ')
  throw new Error(
    `The first line of docs/decisions/${file} must read: # ${file.slice(0, 4)} · Its subject \`room\`, with one of these rooms: ${rooms}.`,
  )
}

/** The page that lists every decision under its room. */
export function formatDecisionIndex(decisions: readonly Decision[]): string {
  const sections = Object.entries(ROOMS).flatMap(([room, heading]) => {
    const rows = decisions.filter((decision) => decision.room === room)
    return rows.length === 0
      ? []
      : ['', `## ${heading}`, '', ...rows.map(({ file, number, title }) => `- [${number}](${file}) ${title}`)]
  })
  return [
    '<!-- Written by `npm run generate`. Do not edit. -->',
    '# Decisions',
    '',
    'Choices that others build on, by room: context, choice, cost, and what was tried and left. Each was true when it was made; a later one may',
    'have changed it. A new page takes the next free number and begins `# 0999 · Its subject`, with its room in',
    `backticks behind it: ${Object.keys(ROOMS)
      .map((room) => `\`${room}\``)
      .join(', ')}.`,
    ...sections,
    '',
  ].join('\n')
}
