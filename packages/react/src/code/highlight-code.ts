import { cssLanguage } from '@codemirror/lang-css'
import { htmlLanguage } from '@codemirror/lang-html'
import { javascriptLanguage, tsxLanguage } from '@codemirror/lang-javascript'
import { jsonLanguage } from '@codemirror/lang-json'
import { markdownLanguage } from '@codemirror/lang-markdown'
import type { Language as CodeLanguage } from '@codemirror/language'
import { tagHighlighter, tags, highlightCode as walk } from '@lezer/highlight'
import { sourceLines } from './source-lines.ts'

export interface Token {
  readonly text: string
  readonly className: string
}

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  javascript: javascriptLanguage,
  typescript: tsxLanguage,
  jsx: tsxLanguage,
  tsx: tsxLanguage,
  json: jsonLanguage,
  css: cssLanguage,
  html: htmlLanguage,
  markdown: markdownLanguage,
}

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.null, tags.bool], class: 'text-code-key' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], class: 'text-code-text' },
  { tag: [tags.number, tags.atom], class: 'text-code-number' },
  { tag: [tags.comment], class: 'text-code-note italic' },
  {
    tag: [tags.function(tags.variableName), tags.propertyName, tags.tagName, tags.typeName, tags.className],
    class: 'text-code-name',
  },
  { tag: [tags.heading, tags.strong], class: 'font-semibold' },
])

/** The code in lines of coloured pieces; `undefined` for a language we do not know. */
export function highlightCode(text: string, language: string): readonly (readonly Token[])[] | undefined {
  const known = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
  if (!known) return undefined
  // The grammars know one line end only: a comment that a carriage return has ended would swallow the code behind it.
  const plain = sourceLines(text)
    .map((line) => line.text)
    .join('\n')
  const lines: Token[][] = [[]]
  const put = (piece: string, className: string) => lines.at(-1)?.push({ text: piece, className })
  walk(plain, known.parser.parse(plain), highlighter, put, () => lines.push([]))
  return lines
}
