import type { KnownCall } from '@parley/browser'
import { inputJson } from '@parley/dialects'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Characters } from '../../code/characters.tsx'
import { flawSentence } from '../../language/sentences.ts'
import { useWords } from '../../language/words.tsx'
import { ArgumentTable } from './argument-table.tsx'

const BOX = 'max-h-60 overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap'

/** Everything about the call that a decision seldom needs: arguments, the exact text, what was mended, its hash. */
export function TechnicalDetails({ call }: { readonly call: KnownCall }) {
  const words = useWords()
  const { record } = call
  const { source, flaws, input } = record.call
  return (
    <details className="group text-[13px]">
      <summary className="flex min-h-7 w-fit list-none items-center gap-1 rounded text-soft hover:text-ink pointer-coarse:min-h-11">
        <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
        {words.call.technical}
      </summary>
      <div className="mt-2 space-y-3 pl-4">
        <Field title={words.note.toolName}>
          <code className="text-xs break-all">
            <Characters text={record.call.name} />
          </code>
        </Field>
        <Field title={record.decision?.kind === 'edit' ? words.call.original : words.call.arguments}>
          <ArgumentTable input={input} />
        </Field>
        <Field title={words.call.raw}>
          <pre tabIndex={0} className={BOX}>
            <Characters text={inputJson(record.call)} />
          </pre>
        </Field>
        {source !== undefined && (
          <Field title={words.call.source}>
            <pre tabIndex={0} className={BOX}>
              <Characters text={source} />
            </pre>
          </Field>
        )}
        {flaws && flaws.length > 0 && (
          <Field title={words.call.mended}>
            <ul className="list-disc pl-5 text-soft">
              {flaws.map((flaw) => (
                <li key={flaw.id}>{words.said(flawSentence(flaw))}</li>
              ))}
            </ul>
          </Field>
        )}
        <Field title={words.call.hash}>
          <code className="text-xs break-all text-soft">{record.hash}</code>
        </Field>
      </div>
    </details>
  )
}

function Field({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-faint">{title}</p>
      {children}
    </div>
  )
}
