import type { FileEntry, FileSystem } from '@parley/browser/files'
import { imageTypeOf } from '@parley/browser/sandbox'
import { FileText, Image as ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IN_PASSING } from '../../preview/file-picture.ts'
import { useFilePicture } from '../../preview/use-file-picture.ts'

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
  const [isSeen, setSeen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { url } = useFilePicture({ files, path, limits: IN_PASSING, isWanted: isSeen })
  useEffect(() => {
    const seen = new IntersectionObserver((sights) => sights.some(({ isIntersecting }) => isIntersecting) && setSeen(true))
    if (place.current) seen.observe(place.current)
    return () => seen.disconnect()
  }, [])
  return (
    <span ref={place} className="grid size-6 place-items-center">
      {url !== undefined && !isBroken ? (
        <img
          src={url}
          alt=""
          data-testid="thumbnail"
          draggable={false}
          onError={() => setBroken(true)}
          className="size-6 rounded border border-line bg-white object-cover"
        />
      ) : (
        <Sign />
      )}
    </span>
  )
}
