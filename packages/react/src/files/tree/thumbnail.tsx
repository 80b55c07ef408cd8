import type { FileEntry, FileSystem } from '@parley/browser/files'
import { imageTypeOf } from '@parley/browser/sandbox'
import { FileText, Image as ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IN_PASSING, pictureIn } from '../../preview/file-picture.ts'
import { YOU } from '../use-file-tree.ts'

/** More bytes than this are not read for a picture of this size. */
const MOST_BYTES = 8 * 2 ** 20

interface ThumbnailProps {
  readonly files: FileSystem
  readonly entry: FileEntry
}

/** What is in a picture, once its row is in sight; before, and for any other file, a sign of its kind. */
export function Thumbnail({ files, entry }: ThumbnailProps) {
  if (imageTypeOf(entry.path) === undefined) return <FileText aria-hidden="true" className="size-4 text-faint" />
  return entry.size > MOST_BYTES ? <Sign /> : <Drawn files={files} entry={entry} />
}

const Sign = () => <ImageIcon aria-hidden="true" className="size-4 text-faint" />

function Drawn({ files, entry: { path } }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    const left = new AbortController()
    const show = async () => {
      const picture = pictureIn(path, (await files.read(path, YOU)).data, IN_PASSING)
      if (left.signal.aborted || typeof picture === 'string') return
      const url = URL.createObjectURL(picture)
      left.signal.addEventListener('abort', () => URL.revokeObjectURL(url))
      setShown(url)
    }
    const seen = new IntersectionObserver((sights) => {
      if (!sights.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void show().catch(() => undefined)
    })
    if (place.current) seen.observe(place.current)
    return () => {
      seen.disconnect()
      left.abort()
    }
  }, [files, path])
  return (
    <span ref={place} className="grid size-6 place-items-center">
      {shown ? (
        <img
          src={shown}
          alt=""
          data-testid="thumbnail"
          draggable={false}
          onError={() => setShown(undefined)}
          className="size-6 rounded border border-line bg-white object-cover"
        />
      ) : (
        <Sign />
      )}
    </span>
  )
}
