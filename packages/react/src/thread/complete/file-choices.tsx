import type { FileSystem, ThreadArea } from '@parley/browser/files'
import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import { useFileTree } from '../../files/use-file-tree.ts'
import { useLateWords } from '../../language/late-words.ts'
import { ChoiceList } from './choice-list.tsx'
import type { OfferProps } from './completion.tsx'
import { findPaths, pathInText, soughtPaths } from './find-paths.ts'

interface FileChoicesProps extends OfferProps {
  readonly files: FileSystem
  readonly areas: readonly ThreadArea[]
}

/** The files that the model of a conversation sees. Read when they are asked for. */
export function FileChoices({ files, areas, field, trigger: { start, query }, insert, onClose }: FileChoicesProps) {
  const words = useLateWords()
  const entries = useFileTree(files)
  const paths = useMemo(() => soughtPaths(entries ?? [], areas), [entries, areas])
  const found = useMemo(() => findPaths(paths, query), [paths, query])
  if (found.length === 0) return null
  const choices = found.map((path) => ({
    id: path,
    label: path,
    icon: FileText,
    choose: () => insert(pathInText(path, field.value.charAt(start - 1), field.value.slice(field.selectionEnd))),
  }))
  return (
    <ChoiceList
      field={field}
      label={words.complete.files}
      query={query}
      groups={[{ heading: words.complete.files, choices }]}
      onClose={onClose}
    />
  )
}
