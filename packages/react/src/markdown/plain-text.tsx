import { memo } from 'react'

const CHUNK = 4_000

/** Pieces of a block too long to be laid out at every frame; cut at a blank, so that no word is. */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = []
  let from = 0
  while (text.length - from > CHUNK * 1.5) {
    const blank = text.lastIndexOf(' ', from + CHUNK)
    const to = blank > from ? blank + 1 : from + CHUNK
    chunks.push(text.slice(from, to))
    from = to
  }
  chunks.push(text.slice(from))
  return chunks
}

const PlainChunk = memo(function PlainChunk({ text }: { readonly text: string }) {
  return <div className="parley-block whitespace-pre-wrap">{text}</div>
})

/** Text as it is written, laid out piece by piece. */
export function PlainText({ text }: { readonly text: string }) {
  return chunksOf(text).map((chunk, index) => <PlainChunk key={index} text={chunk} />)
}
