import { type FileSystem, measureRoom, type StorageRoom } from '@parley/browser'
import { HardDrive } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { formatSize } from '../parts/format-size.ts'

/** How much of its room this page uses, and whether the browser will keep it. */
export function StorageUse({ files }: { readonly files: FileSystem }) {
  const words = useWords()
  const [room, setRoom] = useState<StorageRoom>()
  useEffect(() => {
    let left = false
    const look = async () => {
      const found = await measureRoom()
      if (!left) setRoom(found)
    }
    void look()
    const end = files.watch(() => void look())
    return () => {
      left = true
      end()
    }
  }, [files])
  if (!room) return null
  const promise = room.persistent ? words.files.persistent : words.files.notPersistent
  return (
    <p className="flex items-center gap-2 px-1 text-xs text-faint" title={promise}>
      <HardDrive aria-hidden="true" className={`size-3.5 ${room.persistent ? 'text-good' : ''}`} />
      <meter
        aria-label={words.files.usage(formatSize(room.used), formatSize(room.limit))}
        min={0}
        max={room.limit}
        value={room.used}
        className="h-1.5 w-16"
      />
      <span className="tabular-nums">{words.files.usage(formatSize(room.used), formatSize(room.limit))}</span>
      <span className="sr-only">{promise}</span>
    </p>
  )
}
