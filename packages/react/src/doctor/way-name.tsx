import { useLateWords } from '../language/late-words.ts'

/** The id of a dialect is a name in every language. */
export function WayName({ choice }: { readonly choice: string }) {
  const words = useLateWords()
  if (choice === 'native') return words.model.native
  return (
    <span translate="no" className="font-mono text-[13px]">
      {choice}
    </span>
  )
}
