import { useWords } from '../language/words.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

/** Stands where a dialog would, when its code could not be fetched. */
export function DialogAway({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const words = useWords()
  return (
    <Dialog open onClose={onClose} title={title}>
      <Problem text={words.fault.notFetched} />
    </Dialog>
  )
}
