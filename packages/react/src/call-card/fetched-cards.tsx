import type { ComponentProps } from 'react'
import { useWords } from '../language/words.tsx'
import { fetchedPart, partOfTalk, WhenFetched } from '../parts/fetched.tsx'
import { Problem } from '../parts/problem.tsx'
import type { CallCard as Card } from './call-card.tsx'
import type { CallDock as Dock } from './dock/call-dock.tsx'
import type { GrantChips as Grants } from './effects/grant-chips.tsx'
import { useGrants } from './effects/use-grants.ts'

const LaterCard = fetchedPart(async () => ({ default: (await import('./call-card.tsx')).CallCard }))
const LaterDock = partOfTalk(async () => ({ default: (await import('./dock/call-dock.tsx')).CallDock }))
const LaterGrants = fetchedPart(async () => ({ default: (await import('./effects/grant-chips.tsx')).GrantChips }))

export function CallCard(props: ComponentProps<typeof Card>) {
  const words = useWords()
  return (
    <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
      <LaterCard {...props} />
    </WhenFetched>
  )
}

export function CallDock(props: ComponentProps<typeof Dock>) {
  const words = useWords()
  return (
    <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
      <LaterDock {...props} />
    </WhenFetched>
  )
}

export function GrantChips(props: ComponentProps<typeof Grants>) {
  const isNeeded = useGrants(props.grants).length > 0
  if (!isNeeded) return null
  return (
    <WhenFetched waiting={null} failed={null}>
      <LaterGrants {...props} />
    </WhenFetched>
  )
}
