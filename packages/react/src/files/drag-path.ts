import { type Path, parsePath } from '@parley/browser/files'
import { type DragEvent, useState } from 'react'

/** What a dragged file of ours is marked with: nothing else can be dropped on a folder. */
const TYPE = 'application/x-parley-path'

/** For what can be dragged into a folder. */
export const draggedAs = (path: Path) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData(TYPE, path)
    event.dataTransfer.effectAllowed = 'move'
  },
})

/** For a folder that takes what is dropped on it. `isOver`: something is about to be. */
export function useDropOn(folder: Path, onMove: (from: Path, folder: Path) => void) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(TYPE)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const parsed = parsePath(event.dataTransfer.getData(TYPE))
    if (!event.dataTransfer.types.includes(TYPE)) return
    event.preventDefault()
    event.stopPropagation()
    if (parsed.kind !== 'invalid') onMove(parsed.path, folder)
  }
  return { isOver, onto: { onDragEnter: hold, onDragOver: hold, onDragLeave: () => setOver(false), onDrop: drop } }
}
