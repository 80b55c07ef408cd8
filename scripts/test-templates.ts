import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Derived, dialectFromTemplate } from '@parley/dialects/model-files'
import { type Verdict, verdictOn } from './templates/agreement.ts'
import { expectedFor } from './templates/expected.ts'
import { judgeResponseTemplates } from './templates/response-templates.ts'

/**
 * `npm run test:templates <folder>` looks for chat templates below a folder, makes a dialect of each, and compares it with
 * the one that the model is known to speak. Other people's templates stay where they are; the table has their names only.
 */
interface Row {
  readonly file: string
  readonly derived: Derived
  /** What comes of it when no dialect is known. */
  readonly alone: Derived
  readonly verdict: Verdict | undefined
  readonly aloneVerdict: Verdict | undefined
}

const NO_CALLS = /has no place for calls|not a template that can be read/

async function rowOf(folder: string, file: string): Promise<Row | undefined> {
  const source = readFileSync(join(folder, file), 'utf8')
  const tokens = { bos: '<s>', eos: '</s>' }
  const derived = await dialectFromTemplate(source, { tokens })
  if (!derived.ok && NO_CALLS.test(derived.report.sentence)) return undefined
  const alone = await dialectFromTemplate(source, { tokens, known: [] })
  const verdict = (one: Derived): Verdict | undefined => (one.ok ? verdictOn(one, expectedFor(file)) : undefined)
  return { file, derived, alone, verdict: verdict(derived), aloneVerdict: verdict(alone) }
}

const hash = (folder: string, file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')

function lineOf({ file, derived, alone, verdict, aloneVerdict }: Row): string {
  const reason = derived.ok ? '' : derived.report.sentence.replace('The template was refused. ', '')
  const found = derived.ok ? (derived.knownAs ?? `made: ${derived.shape?.calls.kind ?? ''}`) : `refused: ${reason}`
  const notes = derived.ok ? [...(derived.startsInReasoning ? ['thinks first'] : []), ...derived.limits] : []
  const own = alone.ok ? `${alone.shape?.calls.kind ?? ''}, ${aloneVerdict ?? ''}` : '–'
  return `| ${basename(file)} | ${found.replaceAll('|', '\\|')} | ${verdict ?? '–'} | ${own} | ${notes.join(', ')} |`
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Say where the templates are: npm run test:templates <folder>\n')
  process.exitCode = 1
} else {
  await judge(folder)
  judgeResponseTemplates(folder)
}

async function judge(from: string): Promise<void> {
  const files = globSync('**/*.jinja', { cwd: from }).toSorted()
  const unique = [...new Map(files.map((file) => [hash(from, file), file])).values()]
  const rows: Row[] = []
  process.stdout.write(
    '| Template | Dialect | Agrees with the one that is known | Without any that is known | Notes |\n|---|---|---|---|---|\n',
  )
  for (const file of unique) {
    const row = await rowOf(from, file)
    if (row === undefined) continue
    rows.push(row)
    process.stdout.write(`${lineOf(row)}\n`)
  }
  const accepted = rows.filter(({ derived }) => derived.ok)
  const agree = accepted.filter(({ verdict }) => verdict === 'the same' || verdict === 'both ways')
  const wrong = accepted.filter(({ verdict }) => verdict === 'neither way')
  const made = rows.filter(({ alone }) => alone.ok)
  const madeWrong = made.filter(({ aloneVerdict }) => aloneVerdict === 'neither way')
  process.stdout.write(
    `\n${files.length} files, ${unique.length} unique, ${rows.length} write calls: ${accepted.length} accepted, ${agree.length} agree both ways, ` +
      `${wrong.length} neither way; ${rows.length - accepted.length} refused. Without any dialect that is known: ${made.length}, ${madeWrong.length} neither way.\n`,
  )
  if (wrong.length + madeWrong.length > 0) process.exitCode = 1
}
