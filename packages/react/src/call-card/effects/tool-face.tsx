import type { Effect, ToolIcon } from '@parley/browser'
import {
  FilePen,
  FilePlus2,
  FileSearch,
  FileText,
  FolderInput,
  FolderOpen,
  Globe,
  type LucideIcon,
  MessageCircleQuestion,
  SquareTerminal,
  Trash2,
  Wrench,
} from 'lucide-react'
import { useMemo } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useWords, type Words } from '../../language/words.tsx'
import { type CallCardContext, useCallExecutor } from '../call-actions.tsx'

const ICONS: { readonly [Name in ToolIcon]: LucideIcon } = {
  code: SquareTerminal,
  read: FileText,
  list: FolderOpen,
  search: FileSearch,
  write: FilePlus2,
  edit: FilePen,
  delete: Trash2,
  move: FolderInput,
  network: Globe,
  ask: MessageCircleQuestion,
}

const BY_EFFECT: { readonly [Kind in Effect['kind']]?: LucideIcon } = {
  'run-code': SquareTerminal,
  'read-files': FileText,
  'write-files': FilePen,
  'delete-files': Trash2,
  network: Globe,
  remote: Globe,
  'ask-person': MessageCircleQuestion,
}

/** How a tool is shown to a person. One that has no face of its own keeps its name. */
export const toolTitle = (executor: CallCardContext['executor'] | undefined, name: string, words: Words): string =>
  words.said(executor?.find(name)?.face?.title ?? name)

export function useToolTitle(name: string): string {
  const words = useWords()
  const executor = useCallExecutor()
  return useMemo(() => toolTitle(executor, name, words), [executor, name, words])
}

/** A small picture and a verb; the name that models use stands in the details. */
export function ToolTitle({ name, effects = [] }: { readonly name: string; readonly effects?: readonly Effect[] }) {
  const executor = useCallExecutor()
  const face = useMemo(() => executor?.find(name)?.face, [executor, name])
  const title = useToolTitle(name)
  const [first] = effects
  const Icon = (face && ICONS[face.icon]) ?? (first && BY_EFFECT[first.kind]) ?? Wrench
  return (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <span className={`text-[13px] font-medium wrap-anywhere ${face ? '' : 'font-mono'}`}>
        <Characters text={title} />
      </span>
    </>
  )
}
