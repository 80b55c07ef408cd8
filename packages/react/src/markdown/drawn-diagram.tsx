import type { ShownItem } from '@parley/browser/sandbox'
import { type ReactNode, use } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { ShownPicture } from '../shown/shown-picture.tsx'

type Draw = (source: string) => Promise<ShownItem>

interface Drawn {
  readonly item?: ShownItem
  readonly problem?: string
}

/** The same diagram is drawn once, however often it is looked at. */
const drawn = new Map<string, Promise<Drawn>>()
const MOST = 40

function drawnOnce(source: string, draw: Draw): Promise<Drawn> {
  const known = drawn.get(source)
  if (known) return known
  const [oldest] = drawn.keys()
  if (drawn.size >= MOST && oldest !== undefined) drawn.delete(oldest)
  const drawing = draw(source).then(
    (item): Drawn => ({ item }),
    (error: unknown): Drawn => ({ problem: error instanceof Error ? error.message : String(error) }),
  )
  drawn.set(source, drawing)
  return drawing
}

interface DrawnDiagramProps {
  readonly source: string
  readonly draw: Draw
  /** What stands there when it cannot be drawn. */
  readonly written: ReactNode
}

/** The line that could not be read, of those there are: a drawer that missed something says so behind the last one. */
function lineOf(problem: string | undefined, source: string): number | undefined {
  const line = /\bline (\d+)/.exec(problem ?? '')?.[1]
  return line === undefined ? undefined : Math.min(Number(line), source.trimEnd().split('\n').length)
}

export default function DrawnDiagram({ source, draw, written }: DrawnDiagramProps) {
  const words = useLateWords()
  const { item, problem } = use(drawnOnce(source, draw))
  if (item?.kind === 'svg' || item?.kind === 'image')
    return (
      <div className="grid place-items-center p-2">
        <ShownPicture item={{ ...item, alt: words.shown.diagram }} />
      </div>
    )
  const line = lineOf(problem, source)
  return (
    <>
      <p role="status" className="px-3.5 pb-2 text-[13px] text-wait">
        {words.shown.noDiagram} {line === undefined ? '' : words.shown.diagramLine({ line })}
      </p>
      {written}
    </>
  )
}
