interface CodeName {
  /** What stands on the block: `Python`. */
  readonly label: string
  /** How a file of it ends. */
  readonly ending: string
  /** What else models and file names call it. */
  readonly also?: readonly string[]
}

const NAMES: Readonly<Record<string, CodeName>> = {
  javascript: { label: 'JavaScript', ending: 'js', also: ['mjs', 'cjs', 'node'] },
  typescript: { label: 'TypeScript', ending: 'ts', also: ['mts', 'cts', 'jsx', 'tsx'] },
  json: { label: 'JSON', ending: 'json', also: ['jsonc', 'json5', 'jsonl'] },
  css: { label: 'CSS', ending: 'css', also: ['scss', 'less'] },
  html: { label: 'HTML', ending: 'html', also: ['htm', 'svg', 'vue', 'svelte'] },
  markdown: { label: 'Markdown', ending: 'md', also: ['mdx'] },
  python: { label: 'Python', ending: 'py', also: ['python3', 'pyi'] },
  java: { label: 'Java', ending: 'java' },
  kotlin: { label: 'Kotlin', ending: 'kt', also: ['kts'] },
  scala: { label: 'Scala', ending: 'scala' },
  dart: { label: 'Dart', ending: 'dart' },
  c: { label: 'C', ending: 'c', also: ['h'] },
  cpp: { label: 'C++', ending: 'cpp', also: ['c++', 'cc', 'cxx', 'hpp'] },
  csharp: { label: 'C#', ending: 'cs', also: ['c#'] },
  go: { label: 'Go', ending: 'go', also: ['golang'] },
  rust: { label: 'Rust', ending: 'rs' },
  ruby: { label: 'Ruby', ending: 'rb' },
  php: { label: 'PHP', ending: 'php' },
  perl: { label: 'Perl', ending: 'pl', also: ['pm'] },
  haskell: { label: 'Haskell', ending: 'hs' },
  julia: { label: 'Julia', ending: 'jl' },
  groovy: { label: 'Groovy', ending: 'groovy', also: ['gradle'] },
  protobuf: { label: 'Protocol Buffers', ending: 'proto' },
  nginx: { label: 'nginx', ending: 'conf' },
  swift: { label: 'Swift', ending: 'swift' },
  lua: { label: 'Lua', ending: 'lua' },
  r: { label: 'R', ending: 'r' },
  sql: { label: 'SQL', ending: 'sql', also: ['postgresql', 'mysql', 'sqlite'] },
  shell: { label: 'Shell', ending: 'sh', also: ['bash', 'zsh', 'console', 'shell-session', 'shellscript'] },
  powershell: { label: 'PowerShell', ending: 'ps1', also: ['pwsh'] },
  yaml: { label: 'YAML', ending: 'yaml', also: ['yml'] },
  toml: { label: 'TOML', ending: 'toml', also: ['ini'] },
  xml: { label: 'XML', ending: 'xml', also: ['xsd', 'plist'] },
  dockerfile: { label: 'Dockerfile', ending: 'dockerfile', also: ['docker'] },
  diff: { label: 'Diff', ending: 'diff', also: ['patch'] },
  mermaid: { label: 'Mermaid', ending: 'mmd' },
}

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([id, { ending, also = [] }]) => [id, ending, ...also].map((name) => [name, id] as const)),
)

/** The language that a fence or the end of a file name means. Undefined: none that we know. */
export const languageNamed = (name: string): string | undefined => BY_NAME.get(name.toLowerCase())

/** What is coloured like another language, or not at all, and has a name of its own. */
const LABELS: Readonly<Record<string, string>> = {
  jsx: 'JSX',
  tsx: 'TSX',
  vue: 'Vue',
  svelte: 'Svelte',
  svg: 'SVG',
  scss: 'SCSS',
  less: 'Less',
  bash: 'Bash',
  zsh: 'Zsh',
  ini: 'INI',
  makefile: 'Makefile',
  graphql: 'GraphQL',
  csv: 'CSV',
}

/** What stands on a block of code: the language as people write it, or the word of the fence. */
export const labelOf = (name: string): string => {
  const own = name.toLowerCase()
  if (Object.hasOwn(LABELS, own)) return LABELS[own] ?? name
  return NAMES[languageNamed(name) ?? '']?.label ?? name
}

/** How a file of it ends: what the fence said, where that is an ending. */
export const endingOf = (name: string): string => {
  const id = languageNamed(name)
  if (id === undefined) return 'txt'
  return /^(?:jsx|tsx|mjs|cjs|svg|vue|scss|hpp|h|ini)$/.test(name.toLowerCase())
    ? name.toLowerCase()
    : (NAMES[id]?.ending ?? 'txt')
}
