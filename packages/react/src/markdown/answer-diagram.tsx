import { Code, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { IconButton } from '../parts/button.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useAnswerServices } from './answer-services.tsx'
import { CodeFrame } from './code-frame.tsx'

const DrawnDiagram = fetchedPart(() => import('./drawn-diagram.tsx'))

interface AnswerDiagramProps {
  readonly source: string
  readonly live: boolean
}

/** A diagram as high as it is drawn, within bounds; until then, and where it cannot be drawn, its source. */
export function AnswerDiagram({ source, live }: AnswerDiagramProps) {
  const words = useLateWords()
  const { drawDiagram } = useAnswerServices()
  const [isSource, setSource] = useState(false)
  const written = (
    <pre tabIndex={0}>
      <code>{source}</code>
    </pre>
  )
  const toggle = drawDiagram && (
    <IconButton label={isSource ? words.shown.showDiagram : words.shown.source} onClick={() => setSource(!isSource)}>
      {isSource ? <Workflow className="size-4" /> : <Code className="size-4" />}
    </IconButton>
  )
  return (
    <CodeFrame text={source} language="mermaid" live={live} more={toggle}>
      <div className="max-h-72 overflow-auto sm:max-h-112">
        {live || isSource || !drawDiagram ? (
          written
        ) : (
          <WhenFetched waiting={written} failed={written}>
            <DrawnDiagram source={source} draw={drawDiagram} written={written} />
          </WhenFetched>
        )}
      </div>
    </CodeFrame>
  )
}
