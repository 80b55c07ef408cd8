import { lazy, memo, Suspense, useState } from 'react'
import { createCutter } from './markdown-blocks.ts'

const Markdown = lazy(() => import('./markdown.tsx'))

/** Beyond this a growing block is drawn as plain text: reading it again at every frame would cost more each time. */
const LIVE_LIMIT = 6_000

const Block = memo(function Block({ text, live }: { readonly text: string; readonly live: boolean }) {
  const plain = <div className="whitespace-pre-wrap">{text}</div>
  if (live && text.length > LIVE_LIMIT) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  )
})

/** An answer in Markdown. Finished blocks are drawn once; only the last one is read again while it grows. */
export function AnswerText({ text, open }: { readonly text: string; readonly open: boolean }) {
  const [cutter] = useState(createCutter)
  const cut = cutter(text)
  return (
    <div className={`prose min-w-0 ${open ? 'caret-last' : ''}`} data-testid="answer-text">
      {cut.blocks.map((block, index) => (
        <Block key={index} text={block} live={false} />
      ))}
      <Block key="last" text={text.slice(cut.at)} live={open} />
    </div>
  )
}
