/** One block of a `_headers` file: a path pattern, and what a response at such a path carries. */
export interface HeaderRule {
  readonly matches: (path: string) => boolean
  /** `undefined` takes away what an earlier rule had set. */
  readonly headers: readonly (readonly [name: string, value: string | undefined])[]
}

/**
 * The `_headers` file of static hosts:
 *
 *     # comment
 *     /assets/*
 *       Cache-Control: public, immutable
 *       ! X-Frame-Options
 */
export function parseHeaderRules(text: string): readonly HeaderRule[] {
  const rules: { matches: HeaderRule['matches']; headers: [string, string | undefined][] }[] = []
  for (const line of text.split(/\r?\n/)) {
    const entry = line.trim()
    if (entry === '' || entry.startsWith('#')) continue
    if (!/^\s/.test(line)) rules.push({ matches: pattern(entry), headers: [] })
    else if (entry.startsWith('!')) rules.at(-1)?.headers.push([entry.slice(1).trim(), undefined])
    else {
      const colon = entry.indexOf(':')
      if (colon > 0) rules.at(-1)?.headers.push([entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()])
    }
  }
  return rules
}

/** Later rules win: a file's own policy stands below the one for everything. */
export function applyHeaderRules(rules: readonly HeaderRule[], paths: readonly string[], headers: Headers): void {
  for (const rule of rules) {
    if (!paths.some((path) => rule.matches(path))) continue
    for (const [name, value] of rule.headers) {
      if (value === undefined) headers.delete(name)
      else headers.set(name, value)
    }
  }
}

function pattern(path: string): (path: string) => boolean {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replace(/:\w+/g, '[^/]+')
  const expression = new RegExp(`^${source}$`)
  return (candidate) => expression.test(candidate)
}
