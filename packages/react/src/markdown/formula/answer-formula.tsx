import type { ReactNode } from 'react'
import { fetchedPart, WhenFetched } from '../../parts/fetched.tsx'
import { readFormula } from './formula-source.ts'

const Formula = fetchedPart(() => import('./formula.tsx'))

/** A formula of an answer. Until it can be set, and where it is none after all, it stands as it was written. */
export function AnswerFormula({ children }: { readonly children?: ReactNode }) {
  const source = [children].flat().join('')
  const formula = readFormula(source)
  const plain = <span>{source}</span>
  if (!formula) return plain
  return (
    <WhenFetched waiting={plain} failed={plain}>
      <Formula {...formula} />
    </WhenFetched>
  )
}
