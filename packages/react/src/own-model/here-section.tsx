import { useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button, Named } from '../parts/button.tsx'
import { removeModel } from './engine-client.ts'
import type { HeldModel } from './engine-state.ts'
import { Row, Section } from './row.tsx'
import { Sure } from './sure.tsx'
import type { EngineView } from './use-engine.ts'

interface HereSectionProps {
  readonly models: readonly HeldModel[]
  readonly chosen: string | undefined
  readonly act: EngineView['act']
  readonly onUse: (id: string) => void
}

/** Models that can be asked now. */
export function HereSection({ models, ...rest }: HereSectionProps) {
  const words = useLateWords()
  return (
    <Section title={words.own.here} hint={models.length === 0 ? words.own.noneHere : undefined}>
      <ul>
        {models.map((model) => (
          <Here key={model.id} model={model} {...rest} />
        ))}
      </ul>
    </Section>
  )
}

interface HereProps extends Omit<HereSectionProps, 'models'> {
  readonly model: HeldModel
}

function Here({ model: { id, origin, bytes }, chosen, act, onUse }: HereProps) {
  const words = useLateWords()
  const [asks, setAsks] = useState(false)
  const size = bytes === undefined ? '' : words.size(bytes)
  const isLinked = origin === 'linked'
  const named = origin in words.own.origin ? words.own.origin[origin as keyof typeof words.own.origin] : origin
  const [shown, spoken, sure] = isLinked
    ? [words.own.forget, words.own.forgetThis({ model: id }), words.own.forgetSure({ model: id })]
    : [words.own.remove, words.own.removeThis({ model: id }), words.own.removeSure({ model: id, size })]
  return (
    <Row
      title={<span translate="no">{id}</span>}
      hint={[size, named].filter((part) => part !== '').join(', ')}
      stage={`${asks} ${chosen === id}`}
      below={
        asks && (
          <Sure
            yes={shown}
            no={words.own.keep}
            tone="danger"
            onYes={() => act(() => removeModel(id))}
            onNo={() => setAsks(false)}
          >
            {sure}
          </Sure>
        )
      }
    >
      {chosen === id ? (
        <span className="text-[13px] text-good">{words.own.inUse}</span>
      ) : (
        <Button tone="primary" onClick={() => onUse(id)}>
          <Named shown={words.own.use} spoken={words.own.takeThis({ model: id })} />
        </Button>
      )}
      {origin !== 'configured' && !asks && (
        <Button onClick={() => setAsks(true)}>
          <Named shown={shown} spoken={spoken} />
        </Button>
      )}
    </Row>
  )
}
