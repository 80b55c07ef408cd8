import { type FileSystem, measureRoom, type StorageRoom } from '@parley/browser/files'
import { HardDrive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'

const SETTLED_MS = 2000

/** How much of its room this page uses, and whether the browser will keep it. */
export function StorageUse({ files }: { readonly files: FileSystem }) {
  const words = useLateWords()
  const [room, setRoom] = useState<StorageRoom>()
  useEffect(() => {
    let left = false
    const look = async () => {
      const found = await measureRoom()
      if (!left) setRoom(found)
    }
    void look()
    let later: ReturnType<typeof setTimeout> | undefined
    const end = files.watch(() => {
      void look()
      clearTimeout(later)
      // The browser counts what was written a while after it was.
      later = setTimeout(() => void look(), SETTLED_MS)
    })
    return () => {
      left = true
      clearTimeout(later)
      end()
    }
  }, [files])
  if (!room) return null
  const promise = room.persistent ? words.files.persistent : words.files.notPersistent
  return (
    <p className="flex items-center gap-2 px-1 text-xs text-faint" title={promise}>
      <HardDrive aria-hidden="true" className={`size-3.5 ${room.persistent ? 'text-good' : ''}`} />
      <span
        role="meter"
        aria-label={words.files.usage({ used: words.size(room.used), limit: words.size(room.limit) })}
        aria-valuemin={0}
        aria-valuemax={room.limit}
        aria-valuenow={room.used}
        className="h-1.5 w-16 overflow-hidden rounded-full bg-line"
      >
        <span className="block h-full bg-parley" style={{ width: `${(100 * room.used) / Math.max(room.limit, 1)}%` }} />
      </span>
      <span className="tabular-nums">{words.files.usage({ used: words.size(room.used), limit: words.size(room.limit) })}</span>
      <span className="sr-only">{promise}</span>
    </p>
  )
}
