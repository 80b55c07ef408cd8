import type { FoundDialect } from './find-dialects.ts'

/** The one place where the names of all dialects meet. */
export function formatRegistry(found: readonly FoundDialect[]): string {
  const byFile = Map.groupBy(found, ({ file }) => file)
  const imports = [...byFile.keys()].toSorted().map(
    (file) =>
      `import { ${(byFile.get(file) ?? [])
        .map(({ exportName }) => exportName)
        .toSorted()
        .join(', ')} } from './dialects/${file}.ts'`,
  )
  return [
    '// Written by scripts/generate.ts from src/dialects/. Do not edit.',
    "import type { Dialect } from './dialect.ts'",
    ...imports,
    '',
    '/** Every dialect, by id. */',
    'export const dialects: readonly Dialect[] = [',
    ...found.map(({ exportName }) => `  ${exportName},`),
    ']',
    '',
    'export type DialectId =',
    ...found.map(({ dialect }) => `  | '${dialect.id}'`),
    "  | 'auto'",
    '',
  ].join('\n')
}
