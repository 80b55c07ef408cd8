import { createKnown, importForeign, type ThreadStorage } from '@parley/browser'
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
      /** How many had come in before. */
      readonly known: number
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
    const { from, leftOut } = read
    const isKnown = createKnown(await storage.threads.list())
    const known = await Promise.all(read.threads.map(isKnown))
    const threads = read.threads.filter((_, index) => !known[index])
    const told = { from, of: threads.length, leftOut, known: read.threads.length - threads.length }
    for (const [index, thread] of threads.entries()) {
      await importForeign(thread, { storage, folder: from })
      if (index % 20 === 0) setTaken({ ...told, kind: 'taking', count: index })
    }
    setTaken({ ...told, kind: 'done', count: threads.length })
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
        accept=".json,.zip,application/json,application/zip"
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
          [
            (taken.count > 0 || taken.known === 0) && words.imports.done({ count: taken.count, from: taken.from }),
            taken.known > 0 && words.imports.known({ count: taken.known }),
            taken.leftOut > 0 && words.imports.leftOut({ count: taken.leftOut }),
          ]
            .filter(Boolean)
            .join(words.punctuation.gap)}
      </p>
      <Problem text={taken.kind === 'failed' ? taken.problem : undefined} />
    </section>
  )
}
