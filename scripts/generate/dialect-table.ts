import type { FoundDialect } from './find-dialects.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The page that lists every dialect, drawn from the dialects themselves. */
export function formatDialectTable(found: readonly FoundDialect[]): string {
  const rows = found.map(({ dialect, cannotSay }) => {
    const speakers = dialect.speakers.join(', ') || '_taught by the prompt alone_'
    return `| [\`${dialect.id}\`](../packages/dialects/fixtures/${dialect.id}.md) | ${cell(dialect.title)} | ${cell(speakers)} | ${cell(cannotSay) || '—'} |`
  })
  return [
    '<!-- Written by `npm run generate`. Do not edit. -->',
    '# Dialects',
    '',
    `Parley reads and writes ${found.length} dialects. Each is one file in \`packages/dialects/src/dialects/\`; the id leads to its page of`,
    "examples, which is also its test. The page ends with what the dialect writes: results and the lesson, in the turns of the model's own",
    'template. Ids are found whatever their case, and `_` counts as `-`: `JSON_Strict` is `json-strict`.',
    '',
    '| id | dialect | spoken by | cannot say |',
    '|---|---|---|---|',
    ...rows,
    '',
    '[Add one](add-a-dialect.md): one file, one page of examples.',
    '',
  ].join('\n')
}

const SECTION = /(<!-- dialects -->\n)[\s\S]*?(<!-- \/dialects -->)/

/** The README with its number of dialects brought up to date. */
export function fillReadme(readme: string, found: readonly FoundDialect[]): string {
  const list = `${found.length} dialects are built in: [who speaks each, and what it cannot say](docs/dialects.md). A model's own files say which is its own, and a new one is [a page of data](docs/add-a-dialect.md).\n`
  return readme.replace(SECTION, (_, open: string, close: string) => `${open}${list}${close}`)
}
