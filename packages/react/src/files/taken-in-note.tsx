import { FolderDown, X } from 'lucide-react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { TransferBar, TransferEnd } from './transfer-bar.tsx'
import type { TakenIn } from './use-taken-in.ts'

interface TakenInNoteProps {
  readonly taken: TakenIn
  readonly onShow: () => void
  readonly onClose: () => void
}

const NAMED = 3

/** Where dropped and pasted files went, or why they did not. */
export default function TakenInNote({ taken, onShow, onClose }: TakenInNoteProps) {
  const words = useLateWords()
  if (taken.kind === 'taking')
    return <TransferBar running={{ kind: 'in', ...(taken.progress && { progress: taken.progress }) }} onCancel={taken.cancel} />
  if (taken.kind === 'cancelled') return <TransferEnd ended={taken} />
  if (taken.kind === 'refused') {
    const said = words.said(taken.reason)
    const [first] = taken.paths
    return (
      <Problem text={first === undefined ? said : refusedWords(words, first, taken.paths.length - 1, said)} onClose={onClose} />
    )
  }
  const named = taken.paths.slice(0, NAMED).join(', ')
  return (
    <div role="status" className="flex items-center gap-2 rounded-xl bg-well px-3 py-1.5 text-[13px]">
      <FolderDown aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 break-words">{takenWords(words, named, taken.paths.length - NAMED)}</span>
      <Button tone="quiet" onClick={onShow}>
        {words.files.showTaken}
      </Button>
      <IconButton label={words.action.close} onClick={onClose}>
        <X className="size-4" />
      </IconButton>
    </div>
  )
}

const refusedWords = ({ files }: LateWords, name: string, more: number, why: string): string =>
  more > 0 ? files.refusedMore({ name, more, why }) : files.refused({ name, why })

const takenWords = ({ files }: LateWords, names: string, more: number): string =>
  more > 0 ? files.takenMore({ names, more }) : files.taken({ names })
