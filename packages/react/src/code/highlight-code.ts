import { tagHighlighter, tags, highlightCode as walk } from '@lezer/highlight'
import { languageNamed } from './language-names.ts'
import { LANGUAGES } from './languages.ts'
import { sourceLines } from './source-lines.ts'

export interface Token {
  readonly text: string
  readonly className: string
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
  { tag: tags.inserted, class: 'text-code-text' },
  { tag: tags.deleted, class: 'text-bad' },
])

/** The code in lines of coloured pieces; `undefined` for a language we do not know. */
export async function highlightCode(text: string, language: string): Promise<readonly (readonly Token[])[] | undefined> {
  const known = await LANGUAGES[languageNamed(language) ?? '']?.(text)
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
