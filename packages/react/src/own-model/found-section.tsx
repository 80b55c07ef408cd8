import { useLateWords } from '../language/late-words.ts'
import { Button, Named } from '../parts/button.tsx'
import type { FoundModel } from './engine-state.ts'
import { Row, Section } from './row.tsx'

interface FoundSectionProps {
  /** Absent: it is being looked for. */
  readonly found: readonly FoundModel[] | undefined
  readonly onUse: (id: string) => void
}

/** What other programs have fetched. */
export function FoundSection({ found, onUse }: FoundSectionProps) {
  const words = useLateWords()
  const hint = found === undefined ? words.own.looking : found.length === 0 ? words.own.noneFound : words.own.foundHint
  return (
    <Section title={words.own.found} hint={hint}>
      <ul>
        {found?.map(({ id, bytes, from }) => (
          <Row
            key={id}
            title={<span translate="no">{id}</span>}
            hint={words.own.ofProgram({ size: words.size(bytes), program: from })}
          >
            <Button onClick={() => onUse(id)}>
              <Named shown={words.own.use} spoken={words.own.takeThis({ model: id })} />
            </Button>
          </Row>
        ))}
      </ul>
    </Section>
  )
}
