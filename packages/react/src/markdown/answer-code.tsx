import { isValidElement, type ReactNode } from 'react'
import { Characters } from '../code/characters.tsx'
import { useTokens } from '../code/code-view.tsx'
import { CopyButton } from '../parts/copy-button.tsx'

/** How models name the languages we can colour. */
const NAMES: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
  md: 'markdown',
}

/** A fenced block of an answer, coloured where we know its language, to be taken along with one click. */
export function AnswerCode({ children }: { readonly children?: ReactNode }) {
  const fence = fenceOf(children)
  return fence ? <Fence {...fence} /> : <pre tabIndex={0}>{children}</pre>
}

interface FenceProps {
  readonly text: string
  readonly language: string
}

/** Markdown hands over `<code class="language-ts">…</code>` with one text in it. */
function fenceOf(children: ReactNode): FenceProps | undefined {
  if (!isValidElement<{ readonly className?: string; readonly children?: ReactNode }>(children)) return undefined
  const { className = '', children: text } = children.props
  if (typeof text !== 'string') return undefined
  const name = /language-([\w+-]+)/.exec(className)?.[1]?.toLowerCase() ?? ''
  return { text: text.replace(/\n$/, ''), language: Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name }
}

function Fence({ text, language }: FenceProps) {
  const lines = useTokens(text, language)
  return (
    <div className="group/code relative">
      <pre tabIndex={0}>
        <code>
          {lines.map((tokens, line) => (
            <span key={line}>
              {tokens.map((token, index) => (
                <span key={index} className={token.className}>
                  <Characters text={token.text} />
                </span>
              ))}
              {line < lines.length - 1 && '\n'}
            </span>
          ))}
        </code>
      </pre>
      <span className="absolute top-1 right-1 rounded-lg bg-well opacity-0 transition-opacity group-focus-within/code:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={text} />
      </span>
    </div>
  )
}
