import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dialect } from '@parley/dialects'
import { cannotSay } from './cannot-say.ts'

export interface FoundDialect {
  readonly dialect: Dialect
  /** The name it is exported under, and the file that does so, without its ending. */
  readonly exportName: string
  readonly file: string
  /** What its page of examples says it cannot express. */
  readonly cannotSay: string
}

function isDialect(value: unknown): value is Dialect {
  return typeof value === 'object' && value !== null && 'id' in value && 'createParser' in value && 'formatCalls' in value
}

/** Every dialect that a file in `packages/dialects/src/dialects/` exports, sorted by id. */
export async function findDialects(root: string): Promise<readonly FoundDialect[]> {
  const room = join(root, 'packages', 'dialects')
  const files = globSync('src/dialects/*.ts', { cwd: room }).filter((file) => !file.endsWith('.test.ts'))
  const found = await Promise.all(
    files.map(async (path) => {
      const module: Record<string, unknown> = await import(pathToFileURL(join(room, path)).href)
      return Object.entries(module).flatMap(([exportName, dialect]) => {
        if (!isDialect(dialect)) return []
        const fixture = join(room, 'fixtures', `${dialect.id}.md`)
        const page = existsSync(fixture) ? readFileSync(fixture, 'utf8') : ''
        return [{ dialect, exportName, file: basename(path, '.ts'), cannotSay: cannotSay(page) }]
      })
    }),
  )
  return found.flat().toSorted((a, b) => (a.dialect.id < b.dialect.id ? -1 : 1))
}
