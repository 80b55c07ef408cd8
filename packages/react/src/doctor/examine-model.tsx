import { useWords } from '../language/words.tsx'
import type { OfferedModel } from '../model/model-list.ts'
import { DialogAway } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'

const DoctorDialog = fetchedPart(() => import('./doctor-dialog.tsx'))

interface ExamineModelProps {
  readonly model: OfferedModel
  /** How the model is spoken to may have changed. */
  readonly onChange: () => void
  readonly onClose: () => void
}

/** The page on which a model is examined, fetched when somebody wants it. */
export function ExamineModel(props: ExamineModelProps) {
  const words = useWords()
  return (
    <WhenFetched
      waiting={null}
      failed={<DialogAway title={words.model.examining({ model: props.model.id })} onClose={props.onClose} />}
    >
      <DoctorDialog {...props} />
    </WhenFetched>
  )
}
