import { type Path, parsePath } from '@parley/browser/files'
import { type DragEvent, useState } from 'react'

/** What dragged files of ours are marked with: nothing else can be dropped on a folder. */
const TYPE = 'application/x-parley-paths'

/** For what can be dragged into a folder. `paths` are asked for when the drag begins. */
export const draggedAs = (paths: () => readonly Path[]) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData(TYPE, paths().join('\n'))
    event.dataTransfer.effectAllowed = 'move'
  },
})

const pathsIn = (text: string): readonly Path[] =>
  text.split('\n').flatMap((line) => {
    const parsed = parsePath(line)
    return parsed.kind === 'invalid' ? [] : [parsed.path]
  })

/** For a folder that takes what is dropped on it. `isOver`: something is about to be. */
export function useDropOn(folder: Path, onMove: (from: readonly Path[], folder: Path) => void) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(TYPE)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (!event.dataTransfer.types.includes(TYPE)) return
    event.preventDefault()
    event.stopPropagation()
    onMove(pathsIn(event.dataTransfer.getData(TYPE)), folder)
  }
  return {
    isOver,
    onto: {
      'data-drop-folder': folder,
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave: () => setOver(false),
      onDrop: drop,
    },
  }
}

/** The folder that files from outside would come to, by what they are held over. */
export const folderUnder = (target: EventTarget): Path | undefined => {
  const text = target instanceof Element && target.closest('[data-drop-folder]')?.getAttribute('data-drop-folder')
  const parsed = parsePath(text || '')
  return text && parsed.kind !== 'invalid' ? parsed.path : undefined
}
