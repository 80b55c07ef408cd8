import { CircleAlert } from 'lucide-react'
import { useWords } from '../language/words.tsx'

/** Why nothing happened, said at once. */
export function Problem({ text }: { readonly text: string | undefined }) {
  const words = useWords()
  if (text === undefined) return null
  return (
    <p role="alert" className="flex items-start gap-2 rounded-lg bg-bad-wash px-3 py-2 text-[13px] text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{words.said(text)}</span>
    </p>
  )
}
