import type { ReactNode } from 'react'
import { KeepFile } from '../call-card/keep-file.tsx'
import { Characters } from '../code/characters.tsx'
import { endingOf, labelOf } from '../code/language-names.ts'
import { CopyButton } from '../parts/copy-button.tsx'

interface CodeFrameProps {
  readonly text: string
  /** As the fence calls it. */
  readonly language: string
  readonly live: boolean
  /** Buttons beside those that every block has. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** The line above code, which says what it is. It is there from the first character, so that nothing moves when the buttons come. */
export function CodeFrame({ text, language, live, more, children }: CodeFrameProps) {
  const label = labelOf(language)
  const file = () => ({
    type: 'file' as const,
    mediaType: 'text/plain',
    data: btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')),
    name: `code.${endingOf(language)}`,
  })
  return (
    <div className="parley-fence">
      <div className="flex min-h-11 flex-wrap items-center gap-x-1 pl-3.5 text-[13px] text-soft">
        <span className="min-w-0 flex-1 truncate">
          <Characters text={label} />
        </span>
        {!live && (
          <>
            <KeepFile name={label} file={file} />
            {more}
            <CopyButton text={text} />
          </>
        )}
      </div>
      {children}
    </div>
  )
}
