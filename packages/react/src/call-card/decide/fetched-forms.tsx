import type { ComponentProps } from 'react'
import { useWords } from '../../language/words.tsx'
import { fetchedPart, WhenFetched } from '../../parts/fetched.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { EditBoxProps } from './edit-box.tsx'

const Edit = fetchedPart(async () => ({ default: (await import('./edit-box.tsx')).EditBox }))
const Question = fetchedPart(async () => ({ default: (await import('./human-question-form.tsx')).HumanQuestionForm }))

/** Forms come with all their fields, and few calls need one. */
export function EditBox(props: EditBoxProps) {
  const words = useWords()
  return (
    <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
      <Edit {...props} />
    </WhenFetched>
  )
}

export function HumanQuestionForm(props: ComponentProps<typeof Question>) {
  const words = useWords()
  return (
    <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
      <Question {...props} />
    </WhenFetched>
  )
}
