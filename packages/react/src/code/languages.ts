import type { Language as CodeLanguage, StreamParser } from '@codemirror/language'

/** A grammar, fetched with the first code that is written in it. */
type Load = (text: string) => Promise<CodeLanguage>

const streamed =
  (load: () => Promise<StreamParser<unknown>>): Load =>
  async () => {
    const [{ StreamLanguage }, parser] = await Promise.all([import('@codemirror/language'), load()])
    return StreamLanguage.define(parser)
  }

/** By the name we use for it. What is not here is shown without colours. */
export const LANGUAGES: Readonly<Record<string, Load>> = {
  javascript: async () => (await import('@codemirror/lang-javascript')).javascriptLanguage,
  typescript: async () => (await import('@codemirror/lang-javascript')).tsxLanguage,
  json: async () => (await import('@codemirror/lang-json')).jsonLanguage,
  css: async () => (await import('@codemirror/lang-css')).cssLanguage,
  html: async () => (await import('@codemirror/lang-html')).htmlLanguage,
  markdown: async () => (await import('@codemirror/lang-markdown')).markdownLanguage,
  python: streamed(async () => (await import('@codemirror/legacy-modes/mode/python')).python),
  java: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).java),
  kotlin: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).kotlin),
  scala: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).scala),
  dart: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).dart),
  c: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).c),
  cpp: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).cpp),
  csharp: streamed(async () => (await import('@codemirror/legacy-modes/mode/clike')).csharp),
  go: streamed(async () => (await import('@codemirror/legacy-modes/mode/go')).go),
  rust: streamed(async () => (await import('@codemirror/legacy-modes/mode/rust')).rust),
  ruby: streamed(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  // With tags around it, or alone.
  php: async (text) => {
    const { phpLanguage } = await import('@codemirror/lang-php')
    return text.includes('<?') ? phpLanguage : phpLanguage.configure({ top: 'Program' })
  },
  perl: streamed(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl),
  haskell: streamed(async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell),
  julia: streamed(async () => (await import('@codemirror/legacy-modes/mode/julia')).julia),
  groovy: streamed(async () => (await import('@codemirror/legacy-modes/mode/groovy')).groovy),
  protobuf: streamed(async () => (await import('@codemirror/legacy-modes/mode/protobuf')).protobuf),
  nginx: streamed(async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx),
  swift: streamed(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift),
  lua: streamed(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  r: streamed(async () => (await import('@codemirror/legacy-modes/mode/r')).r),
  sql: streamed(async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL),
  shell: streamed(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  powershell: streamed(async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell),
  yaml: streamed(async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml),
  toml: streamed(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  xml: streamed(async () => (await import('@codemirror/legacy-modes/mode/xml')).xml),
  dockerfile: streamed(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  diff: streamed(async () => (await import('@codemirror/legacy-modes/mode/diff')).diff),
}
