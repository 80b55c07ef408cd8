import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillSnippets } from './docs/fill-snippets.ts'
import { findDecisions, formatDecisionIndex } from './generate/decision-index.ts'
import { fillReadme, formatDialectTable } from './generate/dialect-table.ts'
import { findDialects } from './generate/find-dialects.ts'
import { formatOpenApi } from './generate/open-api/open-api.ts'
import { formatRegistry } from './generate/registry.ts'
import { formatHarness } from './generate/sandbox-harness.ts'
import { root } from './workspace/root.mjs'

/** `npm run generate` writes what can be derived; with `--check` it writes nothing and says what is stale. */
const checking = process.argv.includes('--check')
const dialects = await findDialects(root)
const pages = globSync(['docs/*.md', 'docs/{guide,zh}/**/*.md', '{packages,apps,examples}/*/README.md'], { cwd: root }).filter(
  (page) => page !== 'docs/dialects.md',
)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pages.map((page) => [page, fillSnippets(root, read(page))])),
  'packages/dialects/src/registry.generated.ts': formatRegistry(dialects),
  'packages/browser/src/sandbox/document/harness.generated.ts': await formatHarness(root),
  'docs/dialects.md': formatDialectTable(dialects),
  'docs/decisions/README.md': formatDecisionIndex(findDecisions(root)),
  'docs/openapi.json': await formatOpenApi(JSON.parse(read('package.json')).version),
  'README.md': fillSnippets(root, fillReadme(read('README.md'), dialects)),
}

for (const [path, text] of Object.entries(files)) {
  const file = join(root, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (checking) {
    process.stderr.write(`${path} is stale\n`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    process.stdout.write(`wrote ${path}\n`)
  }
}
