import { useState } from 'react'
import type { Attachment, FileAttachment } from './attachment.ts'
import { attachmentsIn, keepJson, keptJson } from './kept-attachments.ts'

const keyOf = (threadId: string): string => `parley-attached:${threadId}`

export function forgetAttachments(threadId: string): void {
  localStorage.removeItem(keyOf(threadId))
}

export interface Attachments {
  readonly list: readonly Attachment[]
  attach(more: readonly Attachment[]): void
  forget(gone: readonly Attachment[]): void
}

/** What goes with the next message; it is there again after another conversation, and after a reload. */
export function useAttachments(threadId: string): Attachments {
  const [list, setList] = useState(() => attachmentsIn(keptJson(localStorage, keyOf(threadId))))
  const change = (step: (all: readonly Attachment[]) => readonly Attachment[]) =>
    setList((all) => {
      const next = step(all)
      keepJson(localStorage, keyOf(threadId), next)
      return next
    })
  return {
    list,
    // What is attached a second time has changed meanwhile: it stands there once.
    attach: (more) => change((all) => [...all.filter((one) => !more.some((other) => isSame(one, other))), ...more]),
    forget: (gone) => change((all) => all.filter((one) => !gone.some(({ id }) => id === one.id))),
  }
}

const isSame = (one: Attachment, other: Attachment) => 'path' in one && 'path' in other && one.path === other.path

interface TakenFile {
  readonly path: string
  readonly size: number
}

/** Files that came in together: each by itself, and a folder as one. */
export function attachmentsOf(taken: readonly TakenFile[]): readonly FileAttachment[] {
  const alone = taken.filter(({ path }) => !path.includes('/'))
  const folders = Map.groupBy(
    taken.filter(({ path }) => path.includes('/')),
    ({ path }) => path.slice(0, path.indexOf('/')),
  )
  const sizeOf = (files: readonly TakenFile[]) => files.reduce((sum, { size }) => sum + size, 0)
  return [
    ...alone.map(({ path, size }) => ({ id: crypto.randomUUID(), name: path, path: `/${path}`, size })),
    ...Array.from(folders, ([name, files]) => ({
      id: crypto.randomUUID(),
      name: `${name}/`,
      path: `/${name}`,
      size: sizeOf(files),
      count: files.length,
    })),
  ]
}
