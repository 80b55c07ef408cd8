import { Children, isValidElement, type ReactNode } from 'react'
import { fetchedPart, WhenFetched } from '../../parts/fetched.tsx'
import { readFormula } from './formula-source.ts'

const Formula = fetchedPart(() => import('./formula.tsx'))

/** An address in a formula has become a link, which is an element. */
const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((child) => (isValidElement<{ readonly children?: ReactNode }>(child) ? textOf(child.props.children) : String(child)))
    .join('')

/** A formula of an answer. Until it can be set, and where it is none after all, it stands as it was written. */
export function AnswerFormula({ children }: { readonly children?: ReactNode }) {
  const source = textOf(children)
  const formula = readFormula(source)
  const plain = <span>{source}</span>
  if (!formula) return plain
  return (
    <WhenFetched waiting={plain} failed={plain}>
      <Formula {...formula} />
    </WhenFetched>
  )
}
