import { memo, useState } from 'react'
import { fetchedPart, WhenFetched, whenTalkBegins } from '../parts/fetched.tsx'
import { useDrawnBlocks } from './drawn-blocks.ts'
import { createCutter, definitionsIn, meantIn } from './markdown-blocks.ts'
import { type Outline, outlinesOf } from './outline.ts'
import { PlainText } from './plain-text.tsx'

const fetchMarkdown = () => import('./markdown.tsx')
const Markdown = fetchedPart(fetchMarkdown)

/** Fetched with the first answer, it would come when that has been read as plain text. A fetch that fails is made again with the answer. */
export const fetchMarkdownSoon = (): Promise<unknown> =>
  whenTalkBegins()
    .then(fetchMarkdown)
    .catch(() => undefined)

/** Beyond this a growing block is drawn as plain text: reading it again at every frame would cost more each time. */
const LIVE_LIMIT = 6_000

interface BlockProps {
  readonly text: string
  readonly live: boolean
  /** Definitions it needs that stand in other blocks. */
  readonly elsewhere: string
  readonly outline: Outline
}

const Block = memo(function Block({ text, live, elsewhere, outline }: BlockProps) {
  if (live && text.length > LIVE_LIMIT) return <PlainText text={text} />
  const plain = <div className="whitespace-pre-wrap">{text}</div>
  return (
    <div className="parley-block">
      <WhenFetched waiting={plain} failed={plain}>
        <Markdown text={text} live={live} elsewhere={elsewhere} outline={outline} />
      </WhenFetched>
    </div>
  )
})

/** An answer in Markdown. Finished blocks are drawn once; only the last one is read again while it grows. */
export function AnswerText({ text, open }: { readonly text: string; readonly open: boolean }) {
  const [cutter] = useState(createCutter)
  const cut = cutter(text)
  const rest = text.slice(cut.at)
  const definitions = definitionsIn(text)
  const outlines = outlinesOf(cut.blocks)
  const drawn = useDrawnBlocks(cut.blocks)
  return (
    <div className={`parley-prose min-w-0 ${open ? 'parley-caret-last' : ''}`} data-testid="answer-text">
      {cut.blocks.slice(0, drawn).map((block, index) => (
        <Block key={index} text={block} live={false} elsewhere={meantIn(block, definitions)} outline={outlines[index] ?? ''} />
      ))}
      {drawn < cut.blocks.length && <PlainText text={cut.blocks.slice(drawn).join('')} />}
      <Block key="last" text={rest} live={open} elsewhere={meantIn(rest, definitions)} outline={outlines.at(-1) ?? ''} />
    </div>
  )
}
