export interface Import {
  readonly specifier: string
  readonly line: number
  /** Erased before anything runs, so it cannot close a cycle. */
  readonly typeOnly: boolean
}

const FORMS = [
  /^[ \t]*(?:import|export)\s+(type\s+)?[\w$*{}\s,]+?\s*from\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s+()['"]([^'"]+)['"]/gm,
  /\bimport\(\s*()['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*()['"](\.[^'"]+\.tsx?)['"]\s*,\s*import\.meta\.url/g,
]

/** Every module a source file names, in whichever of the four ways. */
export function readImports(source: string): readonly Import[] {
  return FORMS.flatMap((form) =>
    Array.from(source.matchAll(form), (match) => ({
      specifier: match[2] ?? '',
      line: source.slice(0, match.index).split('\n').length,
      typeOnly: match[1] !== '' && match[1] !== undefined,
    })),
  )
}
