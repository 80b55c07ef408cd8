import type { Sentence } from '@parley/dialects'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { RunningTransfer } from './use-transfer.ts'

/** How far a transfer has come, and the way out of it. */
export function TransferBar({ running, onCancel }: { readonly running: RunningTransfer; readonly onCancel: () => void }) {
  const words = useLateWords()
  const { files = 0, bytes = 0, path = '' } = running.progress ?? {}
  const say = running.kind === 'in' ? words.files.takingIn : words.files.sendingOut
  return (
    <div role="status" className="flex items-center gap-3 rounded-lg bg-parley-wash px-3 py-2 text-[13px]">
      <span className="min-w-0 flex-1">
        <span className="block tabular-nums">
          {running.progress ? say({ files: words.files.count({ count: files }), size: words.size(bytes) }) : words.files.begins}
        </span>
        <span className="block truncate font-mono text-xs text-soft">{path}</span>
      </span>
      <Button onClick={onCancel}>{words.files.cancelTransfer}</Button>
    </div>
  )
}

/** What a person should know about a transfer that did not end as wished. */
export function TransferEnd({
  ended,
}: {
  readonly ended: { readonly kind: 'failed'; readonly reason: Sentence } | { readonly kind: 'cancelled' }
}) {
  const words = useLateWords()
  if (ended.kind === 'failed') return <Problem text={ended.reason} />
  return (
    <p role="status" className="rounded-lg bg-well px-3 py-2 text-[13px] text-soft">
      {words.files.cancelled}
    </p>
  )
}
