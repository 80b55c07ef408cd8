import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dialect } from '@parley/dialects'

export interface FoundDialect {
  readonly dialect: Dialect
  /** The name it is exported under, and the file that does so, without its ending. */
  readonly exportName: string
  readonly file: string
  /** Its page of examples, when it has been written: the text, and what the page says the dialect cannot. */
  readonly page: string | undefined
  readonly cannotSay: string
}

function isDialect(value: unknown): value is Dialect {
  return typeof value === 'object' && value !== null && 'id' in value && 'createParser' in value && 'formatCalls' in value
}

/** The first paragraph under "Cannot say", on one line. */
export function readCannotSay(page: string): string {
  const section = /^## Cannot say\s+([\s\S]*?)(?=\n\s*\n|\n#|$(?![\s\S]))/m.exec(page)?.[1] ?? ''
  return section.replaceAll(/\s+/g, ' ').trim()
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
        const page = existsSync(fixture) ? readFileSync(fixture, 'utf8') : undefined
        return [{ dialect, exportName, file: basename(path, '.ts'), page, cannotSay: readCannotSay(page ?? '') }]
      })
    }),
  )
  return found.flat().toSorted((a, b) => (a.dialect.id < b.dialect.id ? -1 : 1))
}
