import { useRef } from 'react'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'

export interface CodeEditorProps {
  readonly text: string
  readonly language: string
  readonly label: string
  /** Absent: only for reading. */
  readonly onChange?: (text: string) => void
  /** Fills the space it is given instead of growing with its text. */
  readonly fill?: boolean
}

export interface FetchedEditorProps extends CodeEditorProps {
  /** Whether the plain box that stood here had the focus, so that who is typing goes on typing. True only once. */
  readonly takesFocus: () => boolean
}

const Editor = fetchedPart(() => import('./code-mirror.tsx'))

/** An editor that is fetched when it is first needed; until then, and without it, the same text in a plain box. */
export function CodeEditor(props: CodeEditorProps) {
  const size = props.fill ? 'h-full' : 'mt-1 max-h-96 min-h-20'
  const focused = useRef(false)
  const setFocused = (now: boolean) => {
    const before = focused.current
    focused.current = now
    return before
  }
  const plain = (
    <textarea
      aria-label={props.label}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      defaultValue={props.text}
      readOnly={props.onChange === undefined}
      onChange={(event) => props.onChange?.(event.target.value)}
      className={`w-full resize-y rounded-lg border border-line bg-sheet p-2 font-mono text-[13px] ${size}`}
    />
  )
  return (
    <WhenFetched waiting={plain} failed={plain}>
      <Editor key={props.language} takesFocus={() => setFocused(false)} {...props} />
    </WhenFetched>
  )
}
