import { execFileSync } from 'node:child_process'

/**
 * Lines of our source without its tests, per package: `node scripts/run.mjs scripts/count-lines.ts <revision> [<revision>]`, and what each kind of
 * commit in between added or took away.
 */
const [before, after = 'HEAD'] = process.argv.slice(2)
if (before === undefined) throw new Error('Say which revision to compare with.')

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 }).split('\n')
const isSource = (file: string) =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$|\/testing\/|\.generated\.|\.d\.ts$/.test(file)
const roomOf = (file: string) => file.split('/')[1] ?? ''

type Table = Record<string, Record<string, number>>
const rows: Table = {}
function add(room: string, column: string, lines: number): void {
  for (const name of [room, 'all']) {
    const row = (rows[name] ??= {})
    row[column] = (row[column] ?? 0) + lines
  }
}

for (const revision of [before, after])
  for (const line of git('grep', '-c', '', revision, '--', 'packages', 'apps')) {
    const [, file = '', count] = line.split(':')
    if (isSource(file)) add(roomOf(file), revision, Number(count))
  }

let kind = ''
for (const line of git('log', '--no-merges', '--no-renames', '--format=@%s', '--numstat', `${before}..${after}`)) {
  if (line.startsWith('@')) kind = /^@(\w+)/.exec(line)?.[1] ?? ''
  const [added, removed, file = ''] = line.split('\t')
  if (isSource(file)) add(roomOf(file), kind, Number(added) - Number(removed))
}

console.table(rows)
