import { useLateWords } from '../language/late-words.ts'
import { Dialog } from '../parts/dialog.tsx'
import { KeyTable } from '../settings/key-table.tsx'

export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useLateWords()
  return (
    <Dialog open onClose={onClose} title={words.settings.keys}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 overflow-y-auto">
        <KeyTable />
      </div>
    </Dialog>
  )
}
