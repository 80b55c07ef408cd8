import type { ReactNode } from 'react'
import { useWords } from '../language/words.tsx'

/** The frame of the list of conversations, which is there before what is in it. */
export function SidebarFrame({ children }: { readonly children?: ReactNode }) {
  const words = useWords()
  return (
    <aside aria-label={words.panel.threads} className="flex w-64 shrink-0 flex-col gap-3 border-r border-line bg-well/40 p-3">
      <p className="flex items-center gap-2 px-1 text-[15px] font-semibold tracking-tight">
        <img src="/icon.svg" alt="" className="size-5" />
        Parley
      </p>
      {children}
    </aside>
  )
}
