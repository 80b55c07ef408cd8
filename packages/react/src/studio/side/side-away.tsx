import { useWords } from '../../language/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { SideTab } from './side-place.ts'

/** Stands where the side would, when its code could not be fetched. */
export function SideAway({ tab, onClose }: { readonly tab: SideTab; readonly onClose: () => void }) {
  const words = useWords()
  return (
    <aside
      aria-label={words.panel[tab]}
      className="w-80 shrink-0 border-l border-line bg-sheet p-3 max-[1100px]:fixed max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-30"
    >
      <Problem text={words.fault.notFetched} />
      <Button onClick={onClose}>{words.panel.close}</Button>
    </aside>
  )
}
