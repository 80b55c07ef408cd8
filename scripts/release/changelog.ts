/** One commit: its first line, and the rest. */
export interface Commit {
  readonly subject: string
  readonly body: string
}

export interface Change {
  readonly kind: 'feat' | 'fix' | 'perf'
  readonly room: string
  readonly text: string
  readonly breaking: boolean
}

/** What users notice of a commit, by Conventional Commits. Undefined: nothing. */
export function changeOf({ subject, body }: Commit): Change | undefined {
  const [, kind = '', room = 'house', mark, text = ''] = /^(\w+)(?:\(([\w-]+)\))?(!)?: (.+)$/.exec(subject) ?? []
  const breaking = mark === '!' || /^BREAKING[ -]CHANGE:/m.test(body)
  if (kind !== 'feat' && kind !== 'fix' && kind !== 'perf') return undefined
  return { kind, room, text: text.charAt(0).toUpperCase() + text.slice(1), breaking }
}

const HEADINGS = { feat: 'New', fix: 'Mended', perf: 'Faster' } as const

/** The changes as a list, by room; what breaks comes first. */
function formatChanges(changes: readonly Change[]): string {
  const rooms = [...new Set(changes.map(({ room }) => room))].toSorted()
  const line = ({ kind, text, breaking }: Change) => `- ${breaking ? '**Breaking:** ' : ''}${HEADINGS[kind]}: ${text}.`
  return rooms
    .map((room) => {
      const own = changes.filter((change) => change.room === room).toSorted((a, b) => Number(b.breaking) - Number(a.breaking))
      return `#### ${room}\n\n${own.map(line).join('\n')}\n`
    })
    .join('\n')
}

export interface Release {
  readonly version: string
  /** As `2026-11-17`. */
  readonly day: string
  /** Since the last release. Empty: there was none, and what was written by hand says it all. */
  readonly changes: readonly Change[]
}

/** The changelog with what was unreleased under the new version: first what was written by hand, then every change. */
export function releaseChangelog(changelog: string, { version, day, changes }: Release): string {
  const heading = /^## Unreleased\n/m.exec(changelog)
  if (!heading) throw new Error('CHANGELOG.md has no heading "## Unreleased".')
  const start = heading.index + heading[0].length
  const next = changelog.slice(start).search(/^## /m)
  const end = next < 0 ? changelog.length : start + next
  const written = changelog.slice(start, end).trim()
  const every = changes.length === 0 ? '' : `\n\n### Every change\n\n${formatChanges(changes).trim()}`
  const rest = changelog.slice(end)
  return `${changelog.slice(0, heading.index)}## Unreleased\n\n## ${version} · ${day}\n\n${written}${every}\n${rest === '' ? '' : `\n${rest}`}`
}
