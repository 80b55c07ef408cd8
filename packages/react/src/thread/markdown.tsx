import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { AnswerCode } from './answer-code.tsx'

const growing: Components = {
  // A model chooses where its links lead: they open apart and learn nothing of this page.
  // One that leads nowhere safe has lost its address, and an empty address would be this page.
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Fetching a picture tells its host what was said; only what is already here is shown.
  img: ({ src, alt }) =>
    typeof src === 'string' && src.startsWith('data:image/') ? <img src={src} alt={alt ?? ''} /> : <span>[{alt}]</span>,
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
}

const finished: Components = { ...growing, pre: ({ children }) => <AnswerCode>{children}</AnswerCode> }

interface MarkdownProps {
  readonly text: string
  /** Whether more of it is still to come: code is coloured once it is there. */
  readonly live: boolean
}

export default memo(function Markdown({ text, live }: MarkdownProps) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} components={live ? growing : finished}>
      {text}
    </ReactMarkdown>
  )
})
