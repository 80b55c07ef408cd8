import type { Root } from 'mdast'
import type { Extension } from 'micromark-util-types'
import { memo, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { AnswerCode } from './answer-code.tsx'
import { AnswerPicture } from './answer-picture.tsx'
import { AnswerTable } from './answer-table.tsx'
import { AnswerFormula } from './formula/answer-formula.tsx'
import { formulaNodes } from './formula/formula-nodes.ts'
import { keptCharacters } from './kept-characters.ts'
import { type Outline, placeHeadings } from './outline.ts'
import { markPaths } from './paths/named-file.ts'
import { AnswerLink, PathCode, PathWords } from './paths/path-link.tsx'
import { PlainText } from './plain-text.tsx'
import { addCaret, showAll } from './shown-nodes.ts'
import { isTameMarkdown } from './tame-markdown.ts'

/** What we put among the words ourselves. */
function AnswerSpan({ className, children }: { readonly className?: string | undefined; readonly children?: ReactNode }) {
  if (className === 'parley-formula') return <AnswerFormula>{children}</AnswerFormula>
  return className === 'parley-path' ? <PathWords>{children}</PathWords> : <span className={className}>{children}</span>
}

const growing: Components = {
  a: ({ href, children }) => <AnswerLink href={href}>{children}</AnswerLink>,
  img: ({ src, alt }) => <AnswerPicture src={src} alt={alt} />,
  pre: ({ children }) => <AnswerCode live>{children}</AnswerCode>,
  span: ({ className, children }) => <AnswerSpan className={className}>{children}</AnswerSpan>,
  code: ({ className, children }) => <PathCode className={className}>{children}</PathCode>,
}

const finished: Components = {
  ...growing,
  pre: ({ children }) => <AnswerCode>{children}</AnswerCode>,
  table: ({ children }) => <AnswerTable>{children}</AnswerTable>,
}

/** Our own characters, after those of GFM: what comes later is asked first. */
function remarkKept(this: { data(): object }) {
  const data: { micromarkExtensions?: Extension[]; fromMarkdownExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), keptCharacters]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), formulaNodes]
}

interface Shown {
  readonly from: number
  readonly live: boolean
  readonly outline: Outline
}

const remarkShown =
  ({ from, live, outline }: Shown) =>
  (tree: Root, file: { toString(): string }) => {
    showAll(tree, { source: file.toString(), from })
    markPaths(tree)
    placeHeadings(tree, outline)
    if (live) addCaret(tree)
  }

interface MarkdownProps {
  readonly text: string
  /** Whether more of it is still to come: code is coloured once it is there. */
  readonly live: boolean
  /** Definitions that stand elsewhere in the answer. */
  readonly elsewhere?: string
  /** The headings above it in the answer. */
  readonly outline?: Outline
}

export default memo(function Markdown({ text, live, elsewhere = '', outline = '' }: MarkdownProps) {
  const before = elsewhere === '' ? '' : `${elsewhere}\n\n`
  const isTame = useMemo(() => isTameMarkdown(before + text), [before, text])
  if (!isTame) return <PlainText text={text} />
  return (
    <ReactMarkdown
      // `H~2~O` is no deletion.
      remarkPlugins={[[remarkGfm, { singleTilde: false }], remarkKept, [remarkShown, { from: before.length, live, outline }]]}
      components={live ? growing : finished}
    >
      {before + text}
    </ReactMarkdown>
  )
})
