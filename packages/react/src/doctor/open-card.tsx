import { useRef } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'

/** Somebody's card, from a file. */
export function OpenCard({ onOpen }: { readonly onOpen: (file: File) => void }) {
  const words = useLateWords()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>{words.doctor.openCard}</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        data-testid="doctor-card-input"
        aria-label={words.doctor.openCard}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onOpen(file)
          event.target.value = ''
        }}
      />
    </>
  )
}
