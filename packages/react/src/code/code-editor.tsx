import { lazy, Suspense } from 'react'

export interface CodeEditorProps {
  readonly text: string
  readonly language: string
  readonly label: string
  /** Absent: only for reading. */
  readonly onChange?: (text: string) => void
  /** Fills the space it is given instead of growing with its text. */
  readonly fill?: boolean
}

const Editor = lazy(() => import('./code-mirror.tsx'))

/** An editor that is fetched when it is first needed; until then the same text in a plain box. */
export function CodeEditor(props: CodeEditorProps) {
  const size = props.fill ? 'h-full' : 'mt-1 max-h-96 min-h-20'
  return (
    <Suspense
      fallback={
        <textarea
          aria-label={props.label}
          defaultValue={props.text}
          readOnly={props.onChange === undefined}
          onChange={(event) => props.onChange?.(event.target.value)}
          className={`w-full resize-y rounded-lg border border-line bg-sheet p-2 font-mono text-[13px] ${size}`}
        />
      }
    >
      <Editor key={props.language} {...props} />
    </Suspense>
  )
}
