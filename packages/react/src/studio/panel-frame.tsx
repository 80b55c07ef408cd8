import { X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'

interface PanelFrameProps {
  readonly title: string
  /** It has things to show side by side. */
  readonly wide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel beside the thread where there is room, and over it where there is none. */
export function PanelFrame({ title, wide = false, onClose, children }: PanelFrameProps) {
  const words = useWords()
  const beside = useWide(1100)
  if (!beside)
    return (
      <Dialog open onClose={onClose} title={title} shape="sheet-right">
        <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      </Dialog>
    )
  return (
    <aside
      aria-label={title}
      className={`flex shrink-0 flex-col border-l border-line bg-sheet ${wide ? 'w-[min(60rem,56vw)]' : 'w-[min(34rem,42vw)]'}`}
    >
      <div className="flex h-13 items-center gap-2 border-b border-line px-4">
        <h2 className="flex-1 text-sm font-semibold">{title}</h2>
        <IconButton label={words.panel.close} onClick={onClose}>
          <X className="size-4" />
        </IconButton>
      </div>
      <div className="flex min-h-0 flex-1 flex-col p-3">{children}</div>
    </aside>
  )
}

/** Whether the window is at least this wide. */
export function useWide(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
