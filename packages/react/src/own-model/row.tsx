import { type ReactNode, useEffect, useRef } from 'react'

interface RowProps {
  readonly title: ReactNode
  readonly hint: ReactNode
  /** What stands below: a question, or how far something is. */
  readonly below?: ReactNode
  readonly children?: ReactNode
  /** What the row can be used for now. When it changes, what was pressed may be gone. */
  readonly stage?: string
}

/** One thing with what can be done with it. */
export function Row({ title, hint, below, children, stage = '' }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    // The focus goes on to what can be done next, unless somebody has it elsewhere.
    if (document.activeElement === document.body || row.current?.contains(document.activeElement))
      row.current?.querySelector<HTMLElement>('button')?.focus()
  }, [stage])
  return (
    <li ref={row} className="space-y-2 border-b border-line py-2.5 last:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-[13px] wrap-anywhere text-soft">{hint}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
      {below}
    </li>
  )
}

interface SectionProps {
  readonly title: string
  readonly hint?: string | undefined
  readonly children: ReactNode
}

export function Section({ title, hint, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      {hint !== undefined && <p className="text-[13px] text-soft">{hint}</p>}
      {children}
    </section>
  )
}
