import { useMemo } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { parseCsv } from './parse-csv.ts'
import { useShownText, type ViewProps } from './plain-views.tsx'
import { TableView } from './table-view.tsx'

export function CsvView(props: ViewProps) {
  const words = useLateWords()
  const { text, problem } = useShownText(props)
  const table = useMemo(() => text !== undefined && parseCsv(text), [text])
  if (!table) return <p className="text-sm text-soft">{problem}</p>
  return (
    <>
      {table.isCut && <p className="text-sm text-wait">{words.preview.cut}</p>}
      <TableView {...table} label={props.entry.path} />
    </>
  )
}
