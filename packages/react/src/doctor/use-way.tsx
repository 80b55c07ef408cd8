import { Check } from 'lucide-react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'

interface UseWayProps {
  readonly way: string
  readonly isUsed: boolean
  readonly onUse: () => void
}

/** Lets the model be spoken to in this way, or says that it is. */
export function UseWay({ way, isUsed, onUse }: UseWayProps) {
  const words = useLateWords()
  if (isUsed)
    return (
      <span className="inline-flex min-h-8 items-center gap-1.5 text-[13px] font-medium text-good">
        <Check aria-hidden="true" className="size-4" />
        {words.doctor.inUse}
      </span>
    )
  return <Button onClick={onUse}>{words.doctor.use({ way })}</Button>
}
