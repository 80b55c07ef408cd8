import type { KnownCall, Preview } from '@parley/browser'
import type { JsonObject } from '@parley/dialects'
import { CodeView, countLines, FOLD_LINES } from '../code/code-view.tsx'
import { DiffView } from '../code/diff-view.tsx'
import { useWords } from '../language/words.tsx'
import { ArgumentTable } from './argument-table.tsx'
import { type MainArgument, mainArgument } from './call-subject.ts'

/** Whether long code is shown whole, and a diff with or without what did not change. */
export interface Fold {
  readonly open: boolean
  readonly compact: boolean
  unfold(): void
  toggleCompact(): void
}

const subjectText = (preview: Preview | undefined, input: JsonObject): string | undefined => {
  if (preview?.view?.kind === 'code') return preview.view.text
  if (preview?.view?.kind === 'diff') return preview.view.before === undefined ? preview.view.after : undefined
  return mainArgument(input)?.text
}

/** How many lines there are when some of them are folded away; `undefined` when all can be seen. */
export function foldedLines(preview: Preview | undefined, input: JsonObject): number | undefined {
  const text = subjectText(preview, input)
  const count = text === undefined ? 0 : countLines(text)
  return count > FOLD_LINES ? count : undefined
}

interface CallSubjectViewProps {
  readonly call: KnownCall
  readonly input: JsonObject
  readonly preview: Preview | undefined
  readonly fold: Fold
}

/** What the call is about, in the form that is best judged: a diff, code, or a table of arguments. */
export function CallSubjectView({ call, input, preview, fold }: CallSubjectViewProps) {
  const view = preview?.view
  if (view?.kind === 'diff')
    return (
      <DiffView
        path={view.path}
        before={view.before}
        after={view.after}
        compact={fold.compact}
        onToggleCompact={fold.toggleCompact}
        open={fold.open}
        onOpen={fold.unfold}
      />
    )
  if (view?.kind === 'code') return <Code main={{ key: '', text: view.text, language: view.language }} fold={fold} />
  const main = mainArgument(input)
  if (main) return <Code main={main} fold={fold} />
  const edited = call.record.decision?.kind === 'edit'
  return edited || call.stage === 'awaiting' || call.stage === 'interrupted' ? <ArgumentTable input={input} /> : null
}

function Code({ main, fold }: { readonly main: MainArgument; readonly fold: Fold }) {
  const words = useWords()
  return (
    <CodeView
      text={main.text}
      language={main.language}
      label={main.key === '' ? words.call.code : words.edit.field(main.key)}
      open={fold.open}
      onOpen={fold.unfold}
    />
  )
}
