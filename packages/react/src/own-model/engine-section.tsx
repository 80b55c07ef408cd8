import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { installEngine, removeEngine } from './engine-client.ts'
import type { EngineState } from './engine-state.ts'
import { Row, Section } from './row.tsx'
import { Sure } from './sure.tsx'
import type { EngineView } from './use-engine.ts'

interface EngineSectionProps {
  readonly state: EngineState
  readonly act: EngineView['act']
}

/** What runs models from files: asked for with its size, and deleted again. */
export function EngineSection({ state: { engine, installing, problem }, act }: EngineSectionProps) {
  const words = useLateWords()
  const [asks, setAsks] = useState(false)
  if (!engine) return <Section title={words.own.engine}>{words.own.noEngine}</Section>
  const { name, fetchedMb: fetched, diskMb: disk, installed } = engine
  const stage = installing ? 'installing' : installed ? 'there' : 'none'
  const remove = () => {
    setAsks(false)
    act(removeEngine)
  }
  return (
    <Section title={words.own.engine}>
      <Problem text={problem} />
      <ul>
        <Row
          title={<span translate="no">node-llama-cpp</span>}
          hint={installed ? words.own.engineThere({ disk }) : words.own.engineNeeded({ fetched, disk })}
          stage={stage}
          below={
            asks && (
              <Sure yes={words.own.removeEngine} no={words.own.keep} tone="danger" onYes={remove} onNo={() => setAsks(false)}>
                {words.own.removeEngineSure}
              </Sure>
            )
          }
        >
          {stage === 'installing' && (
            <>
              <span role="status" className="text-[13px] text-soft">
                {words.own.installing}
              </span>
              <Button tone="danger" onClick={() => act(removeEngine)}>
                {words.own.stop}
              </Button>
            </>
          )}
          {stage === 'none' && (
            <Button tone="primary" onClick={() => act(() => installEngine(name))}>
              {words.own.install({ fetched })}
            </Button>
          )}
          {stage === 'there' && !asks && <Button onClick={() => setAsks(true)}>{words.own.removeEngine}</Button>}
        </Row>
      </ul>
    </Section>
  )
}
