import { readFileSync } from 'node:fs'
import { dialects } from '../find-dialect.ts'
import { describeDialect } from './describe-dialect.ts'
import { parseFixturePage } from './fixture-page.ts'

const runs = Number(process.env['PARLEY_RUNS'] ?? 50)
const only = process.env['PARLEY_DIALECT']?.split(',')

const unknown = only?.find((id) => !dialects.some((dialect) => dialect.id === id))
if (unknown !== undefined) throw new Error(`There is no dialect "${unknown}". docs/dialects.md lists them.`)

for (const dialect of dialects) {
  if (only && !only.includes(dialect.id)) continue
  const page = readFileSync(new URL(`../../fixtures/${dialect.id}.md`, import.meta.url), 'utf8')
  describeDialect(dialect, parseFixturePage(page), { runs })
}
