import type { CallState, Grant, GrantBook } from '@parley/browser'
import { ShieldCheck } from 'lucide-react'
import { useWords } from '../../language/words.tsx'
import { Chip, Chips } from '../../parts/chip.tsx'
import { reachWords } from './effect-words.ts'
import { useToolTitle } from './tool-face.tsx'
import { useGrants } from './use-grants.ts'

interface GrantChipsProps {
  readonly grants: GrantBook
  /** Absent: only what is allowed everywhere. */
  readonly threadId?: string
  /** Of those, the ones that these calls gave or ran by. Absent: all of them. */
  readonly calls?: readonly CallState[]
}

/** What the press on a call allowed from then on, and what let it run without one. */
const grantsOf = (call: CallState): readonly (string | undefined)[] => {
  if (call.stage === 'streaming') return []
  const { decision, verdict } = call.record
  return [verdict?.grantId, decision?.kind === 'allow' ? decision.grantId : undefined]
}

/** What runs here without a question, each with the way to take it back. */
export function GrantChips({ grants, threadId, calls }: GrantChipsProps) {
  const words = useWords()
  const meant = calls && new Set(calls.flatMap(grantsOf))
  const list = useGrants(grants)
    .filter((grant) => grant.threadId === undefined || grant.threadId === threadId)
    .filter((grant) => meant?.has(grant.id) ?? true)
  if (list.length === 0) return null
  return (
    <div data-parley="" className="shrink-0">
      <Chips label={words.grant.here} testId="grant-chips">
        {list.map((grant) => (
          <GrantChip key={grant.id} grant={grant} onRevoke={() => void grants.revoke(grant.id)} />
        ))}
      </Chips>
    </div>
  )
}

function GrantChip({ grant, onRevoke }: { readonly grant: Grant; readonly onRevoke: () => void }) {
  const words = useWords()
  const title = useToolTitle(grant.tool)
  const span =
    grant.threadId === undefined
      ? words.grant.everywhere
      : grant.parent === undefined
        ? words.grant.inThread
        : words.grant.inProgram
  const text = `${title}${words.punctuation.colon}${reachWords(grant.scope, words)} · ${span}`
  return <Chip icon={ShieldCheck} text={text} verb={words.grant.revoke} onRemove={onRevoke} />
}
