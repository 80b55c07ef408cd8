import { WrapText } from 'lucide-react'
import { isValidElement, type ReactNode, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useTokens } from '../code/code-view.tsx'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { AnswerDiagram } from './answer-diagram.tsx'
import { CodeFrame } from './code-frame.tsx'

interface AnswerCodeProps {
  readonly children?: ReactNode
  /** More of it is still to come: it is coloured, and can be taken along, once it is there. */
  readonly live?: boolean
}

/** A fenced block of an answer, coloured where we know its language, to be taken along with one click. */
export function AnswerCode({ children, live = false }: AnswerCodeProps) {
  const fence = fenceOf(children)
  if (!fence) return <pre tabIndex={0}>{children}</pre>
  if (fence.language === 'mermaid') return <AnswerDiagram source={fence.text} live={live} />
  return <Fence {...fence} live={live} />
}

interface Fenced {
  readonly text: string
  /** As the fence calls it. */
  readonly language: string
}

/** Markdown hands over `<code class="language-ts">…</code>` with one text in it. */
function fenceOf(children: ReactNode): Fenced | undefined {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children)) return undefined
  const { className = '', children: text = '' } = children.props
  if (typeof text !== 'string') return undefined
  return { text: text.replace(/\n$/, ''), language: /language-([\w+#-]+)/.exec(className)?.[1]?.toLowerCase() ?? '' }
}

function Fence({ text, language, live }: Fenced & { readonly live: boolean }) {
  const words = useWords()
  const [wraps, setWraps] = useState(false)
  return (
    <CodeFrame
      text={text}
      language={language}
      live={live}
      more={
        <IconButton label={words.action.wrap} aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          <WrapText className="size-4" />
        </IconButton>
      }
    >
      <pre tabIndex={0} className={wraps ? 'wrap-anywhere whitespace-pre-wrap' : undefined}>
        <code>{live ? text : <Coloured text={text} language={language} />}</code>
      </pre>
    </CodeFrame>
  )
}

function Coloured({ text, language }: Fenced) {
  const lines = useTokens(text, language)
  return lines.map((tokens, line) => (
    <span key={line}>
      {tokens.map((token, index) => (
        <span key={index} className={token.className}>
          <Characters text={token.text} />
        </span>
      ))}
      {line < lines.length - 1 && '\n'}
    </span>
  ))
}
