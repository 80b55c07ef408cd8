import type { FileSystem } from '@parley/browser/files'
import { useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useFileTree } from '../../files/use-file-tree.ts'
import { IN_PASSING } from '../../preview/file-picture.ts'
import { useFilePicture } from '../../preview/use-file-picture.ts'

interface AnswerFilePictureProps {
  readonly files: FileSystem
  readonly path: string
  readonly alt: string
}

/** A picture among the files of the conversation, drawn again when it changes. Nothing is asked of anybody. */
export default function AnswerFilePicture({ files, path, alt }: AnswerFilePictureProps) {
  const entry = useFileTree(files)?.find((one) => one.path === path)
  return <Drawn key={entry?.type === 'file' ? entry.version : 0} files={files} path={path} alt={alt} />
}

function Drawn({ files, path, alt }: AnswerFilePictureProps) {
  const { url, flaw } = useFilePicture({ files, path, limits: IN_PASSING })
  const [isBroken, setBroken] = useState(false)
  if (flaw || isBroken)
    return (
      <span>
        [<Characters text={alt} />]
      </span>
    )
  return url === undefined ? null : (
    <img src={url} alt={alt} onError={() => setBroken(true)} className="max-h-128 max-w-full rounded-lg bg-white" />
  )
}
