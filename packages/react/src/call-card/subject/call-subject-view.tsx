import type { KnownCall, Preview } from '@parley/browser'
import type { JsonObject } from '@parley/dialects'
import { CodeView } from '../../code/code-view.tsx'
import { DiffView } from '../../code/diff-view.tsx'
import { hasInvisible } from '../../code/invisible-characters.ts'
import { useWords } from '../../language/words.tsx'
import { ArgumentTable } from './argument-table.tsx'
import { type MainArgument, mainArgument } from './call-subject.ts'

/** Whether long code is shown whole, and a diff with or without what did not change. */
export interface Fold {
  readonly open: boolean
  readonly compact: boolean
  unfold(): void
  toggleCompact(): void
}

interface CallSubjectViewProps {
  readonly call: KnownCall
  readonly input: JsonObject
  readonly preview: Preview | undefined
  readonly fold: Fold
  /** Everything is shown, because somebody has to decide on it. */
  readonly whole: boolean
}

const subjectText = ({ preview, input }: Pick<CallSubjectViewProps, 'preview' | 'input'>): string => {
  const view = preview?.view
  if (!view) return JSON.stringify(input)
  return view.kind === 'code' ? view.text : `${view.path}\n${view.after}`
}

/** What the call is about, in the form that is best judged: a diff, code, or a table of arguments. */
export function CallSubjectView(props: CallSubjectViewProps) {
  const words = useWords()
  return (
    <>
      {hasInvisible(subjectText(props)) && (
        <p data-testid="hides" className="rounded-lg bg-bad-wash px-3 py-2 text-[13px] text-bad">
          {words.note.hides}
        </p>
      )}
      <Subject {...props} />
    </>
  )
}

function Subject({ call, input, preview, fold, whole }: CallSubjectViewProps) {
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
        whole={whole}
      />
    )
  if (view?.kind === 'code')
    return <Code main={{ key: '', text: view.text, language: view.language }} fold={fold} whole={whole} />
  const main = mainArgument(input)
  const edited = call.record.decision?.kind === 'edit'
  const isTold = whole || edited || call.record.ending === 'invalid'
  const { [main?.key ?? '']: _main, ...others } = input
  const rest = main ? others : input
  return (
    <>
      {isTold && (!main || Object.keys(rest).length > 0) && <ArgumentTable input={rest} whole={whole} />}
      {main && <Code main={main} fold={fold} whole={whole} />}
    </>
  )
}

function Code({ main, fold, whole }: { readonly main: MainArgument; readonly fold: Fold; readonly whole: boolean }) {
  const words = useWords()
  return (
    <CodeView
      text={main.text}
      language={main.language}
      label={main.key === '' ? words.call.code : words.edit.field({ name: main.key })}
      {...(main.key !== '' && { title: main.key })}
      open={fold.open}
      onOpen={fold.unfold}
      whole={whole}
    />
  )
}
