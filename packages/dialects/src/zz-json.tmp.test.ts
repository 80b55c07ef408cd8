import { readFileSync } from 'node:fs'
import { describeDialect } from './testing/describe-dialect.ts'
import { parseFixturePage } from './testing/fixture-page.ts'

const runs = Number(process.env['PARLEY_RUNS'] ?? 100)
const only = process.env['ONLY']?.split(',')
for (const file of (process.env['FILES'] ?? '').split(',')) {
  const module = await import(`./dialects/${file}.ts`)
  for (const dialect of Object.values(module) as any[]) {
    if (!dialect?.createParser || (only && !only.includes(dialect.id))) continue
    const page = readFileSync(new URL(`../fixtures/${dialect.id}.md`, import.meta.url), 'utf8')
    describeDialect(dialect, parseFixturePage(page), { runs })
  }
}
