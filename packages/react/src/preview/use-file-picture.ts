import { type FileSystem, toPath } from '@parley/browser/files'
import { useEffect, useState } from 'react'
import { YOU } from '../files/use-file-tree.ts'
import { type PictureLimits, pictureIn } from './file-picture.ts'

interface WantedPicture {
  readonly files: FileSystem
  readonly path: string
  readonly limits: PictureLimits
  /** Whether it is in sight. Absent: it is. */
  readonly isWanted?: boolean
}

interface FilePicture {
  /** For an `<img>`, for as long as it is drawn. Absent: not yet, or never. */
  readonly url?: string
  readonly flaw?: 'heavy' | 'broken'
}

/** The picture that a file holds, or why it is not drawn. Draw whoever asks anew when the file has another version. */
export function useFilePicture({ files, path, limits, isWanted = true }: WantedPicture): FilePicture {
  const [picture, setPicture] = useState<FilePicture>({})
  useEffect(() => {
    if (!isWanted) return
    const left = new AbortController()
    const show = async () => {
      const found = await pictureIn(path, (await files.read(toPath(path), YOU)).data, limits)
      if (left.signal.aborted) return
      if (typeof found === 'string') return setPicture({ flaw: found })
      const url = URL.createObjectURL(found)
      left.signal.addEventListener('abort', () => URL.revokeObjectURL(url))
      setPicture({ url })
    }
    void show().catch(() => setPicture({ flaw: 'broken' }))
    return () => left.abort()
  }, [files, path, limits, isWanted])
  return picture
}
