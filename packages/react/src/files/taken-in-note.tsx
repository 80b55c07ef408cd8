import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Problem } from '../parts/problem.tsx'
import { TransferBar, TransferEnd } from './transfer-bar.tsx'
import type { TakenIn } from './use-taken-in.ts'

interface TakenInNoteProps {
  readonly taken: TakenIn
  readonly onClose: () => void
}

/** How far dropped and pasted files are, or why they did not come. What has come is attached. */
export default function TakenInNote({ taken, onClose }: TakenInNoteProps) {
  const words = useLateWords()
  if (taken.kind === 'taking')
    return <TransferBar running={{ kind: 'in', ...(taken.progress && { progress: taken.progress }) }} onCancel={taken.cancel} />
  if (taken.kind === 'cancelled') return <TransferEnd ended={taken} />
  const said = words.said(taken.reason)
  const [first] = taken.paths
  return (
    <Problem text={first === undefined ? said : refusedWords(words, first, taken.paths.length - 1, said)} onClose={onClose} />
  )
}

const refusedWords = ({ files }: LateWords, name: string, more: number, why: string): string =>
  more > 0 ? files.refusedMore({ name, more, why }) : files.refused({ name, why })
