import { CodeEditor } from '../code/code-editor.tsx'
import { Raw } from '../inspector/raw.tsx'
import { useLateWords } from '../language/late-words.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Lab } from './use-lab.ts'
import type { Readings } from './worker/lab-question.ts'

/** The syntax as data, to be changed by hand and taken along. */
export function LabShape({ lab }: { readonly lab: Lab }) {
  const words = useLateWords().lab
  const { shape, badJson, readings } = lab
  if (shape === undefined) return null
  return (
    <section aria-label={words.shape} className="shrink-0 space-y-2">
      <div className="flex flex-wrap items-center gap-1">
        <h3 className="flex-1 text-sm font-semibold">{words.shape}</h3>
        <LabelledCopy text={shape} label={words.copyShape} />
        {readings?.source && (
          <>
            <LabelledCopy text={readings.source.code} label={words.copyCode} />
            <LabelledCopy text={readings.source.page} label={words.copyPage} />
          </>
        )}
      </div>
      <p className="text-[13px] text-soft">{words.shapeHint}</p>
      <CodeEditor text={shape} language="json" label={words.shape} onChange={lab.setShape} />
      {badJson === undefined ? (
        readings?.problem !== undefined && (
          <div lang="en">
            <Problem text={readings.problem} />
          </div>
        )
      ) : (
        <Problem text={words.badJson({ problem: badJson })} />
      )}
    </section>
  )
}

function LabelledCopy({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="flex items-center text-xs text-soft">
      <CopyButton text={text} label={label} />
      <span aria-hidden="true">{label}</span>
    </span>
  )
}

/** What the model is taught, in its own words, and what that costs. */
export function LabLesson({ lesson }: { readonly lesson: NonNullable<Readings['lesson']> }) {
  const words = useLateWords().lab
  const times =
    lesson.native === 0
      ? ''
      : new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 }).format(
          lesson.text.length / lesson.native,
        )
  return (
    <details className="shrink-0 text-[13px]">
      <summary className="parley-summary min-h-6 pointer-coarse:min-h-11">
        {words.lesson({ count: lesson.text.length, times })}
      </summary>
      <p className="my-1 text-soft">{words.lessonHint}</p>
      <div lang="en">
        <Raw text={lesson.text} language="markdown" title={words.lessonLabel} />
      </div>
    </details>
  )
}
