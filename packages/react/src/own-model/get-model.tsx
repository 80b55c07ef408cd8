import { useWords } from '../language/words.tsx'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import type { GetModelProps } from './get-model-dialog.tsx'

const GetModelDialog = fetchedPart(() => import('./get-model-dialog.tsx'))

/** The page on which a model of one's own is had, fetched when somebody wants it. */
export function GetModel(props: GetModelProps) {
  const words = useWords()
  return (
    <WhenFetched waiting={null} failed={<DialogAway title={words.model.get} onClose={props.onClose} />}>
      <GetModelDialog {...props} />
    </WhenFetched>
  )
}
