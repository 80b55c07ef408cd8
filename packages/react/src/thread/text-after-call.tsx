import { use } from 'react'
import { loadCatalog } from '../lab/load-catalog.ts'
import { useWords } from '../language/words.tsx'
import { AnswerText } from '../markdown/answer-text.tsx'
import { WhenFetched } from '../parts/fetched.tsx'

interface TextAfterCallProps {
  readonly text: string
  readonly open: boolean
  /** The dialect of the call before it. */
  readonly dialect: string
}

/** What a model says after its call was said before the tool had run: a result in it is one that the model made up. */
export function TextAfterCall({ text, open, dialect }: TextAfterCallProps) {
  const plain = <AnswerText text={text} open={open} />
  return (
    <WhenFetched waiting={plain} failed={plain}>
      <Marked text={text} open={open} dialect={dialect} />
    </WhenFetched>
  )
}

function Marked({ text, open, dialect }: TextAfterCallProps) {
  const words = useWords()
  const { catalog } = use(loadCatalog())
  const marks = catalog.find(({ id }) => id === dialect)?.stop ?? []
  const { said, invented } = splitInvented(text, marks)
  if (invented === undefined) return <AnswerText text={text} open={open} />
  return (
    <>
      {said.trim() !== '' && <AnswerText text={said} open={false} />}
      <details data-invented="" className="rounded-xl border border-dashed border-wait/60 bg-wait-wash/40 px-4 py-2 text-[13px]">
        <summary className="parley-summary font-medium text-wait">{words.thread.invented}</summary>
        <p className="mt-1 text-soft">{words.thread.inventedText}</p>
        <pre tabIndex={0} className="mt-2 overflow-x-auto font-mono text-xs whitespace-pre-wrap text-soft">
          {invented}
        </pre>
      </details>
    </>
  )
}

/** The words before the first mark of a result, and everything from it on. */
export function splitInvented(
  text: string,
  marks: readonly string[],
): { readonly said: string; readonly invented: string | undefined } {
  const places = marks.map((mark) => text.indexOf(mark)).filter((at) => at >= 0)
  if (places.length === 0) return { said: text, invented: undefined }
  const at = Math.min(...places)
  return { said: text.slice(0, at), invented: text.slice(at) }
}
