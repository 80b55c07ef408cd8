import { importForeign, type ThreadStorage } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { useRef, useState } from 'react'
import { errorSentence } from '../../language/sentences.ts'
import { useTalkWords } from '../../language/talk-words.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { readExport } from './read-export.ts'

type Taken =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'taking' | 'done'
      readonly from: string
      readonly count: number
      readonly of: number
      readonly leftOut: number
    }
  | { readonly kind: 'failed'; readonly problem: string | Sentence }

/** Conversations of other programs, from the files these export. */
export function ImportSection({ storage }: { readonly storage: ThreadStorage }) {
  const words = useTalkWords()
  const input = useRef<HTMLInputElement>(null)
  const [taken, setTaken] = useState<Taken>({ kind: 'none' })
  const isBusy = taken.kind === 'reading' || taken.kind === 'taking'
  const take = async (file: File) => {
    setTaken({ kind: 'reading' })
    const read = await readExport(file)
    if (!read) return setTaken({ kind: 'failed', problem: words.imports.unread })
    if (read.kind === 'invalid') return setTaken({ kind: 'failed', problem: read.problem })
    const { from, threads, leftOut } = read
    for (const [index, thread] of threads.entries()) {
      await importForeign(thread, { storage, folder: from })
      if (index % 20 === 0) setTaken({ kind: 'taking', from, count: index, of: threads.length, leftOut })
    }
    setTaken({ kind: 'done', from, count: threads.length, of: threads.length, leftOut })
  }
  return (
    <section className="space-y-3">
      <h3 className="text-sm font-medium">{words.imports.title}</h3>
      <p className="text-[13px] text-soft">{words.imports.hint}</p>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {words.imports.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        data-testid="import-input"
        aria-label={words.imports.choose}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) take(file).catch((error: unknown) => setTaken({ kind: 'failed', problem: errorSentence(error) }))
          event.target.value = ''
        }}
      />
      <p role="status" className="text-[13px] text-soft empty:hidden">
        {taken.kind === 'reading' && words.imports.reading}
        {taken.kind === 'taking' && words.imports.taking({ count: taken.count, of: taken.of })}
        {taken.kind === 'done' &&
          `${words.imports.done({ count: taken.count, from: taken.from })} ${taken.leftOut > 0 ? words.imports.leftOut({ count: taken.leftOut }) : ''}`}
      </p>
      <Problem text={taken.kind === 'failed' ? taken.problem : undefined} />
    </section>
  )
}
