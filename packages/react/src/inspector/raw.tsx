import { useState } from 'react'
import { CodeView } from '../code/code-view.tsx'

/** Text as it is, folded when it is long. */
export function Raw({ text, title, language }: { readonly text: string; readonly title: string; readonly language: string }) {
  const [open, setOpen] = useState(false)
  return <CodeView text={text} language={language} label={title} title={title} open={open} onOpen={() => setOpen(true)} />
}
