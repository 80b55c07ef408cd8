import { useMemo } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { parseCsv } from './parse-csv.ts'
import { useShownText, type ViewProps } from './plain-views.tsx'
import { TableView } from './table-view.tsx'

/** More than this is not read at once: the page would stand still. */
const MOST_CHARACTERS = 8_000_000

export function CsvView(props: ViewProps) {
  const words = useLateWords()
  const { text, problem } = useShownText(props)
  const table = useMemo(() => text !== undefined && parseCsv(text.slice(0, MOST_CHARACTERS)), [text])
  if (!table) return <p className="text-sm text-soft">{problem}</p>
  return (
    <>
      {text !== undefined && text.length > MOST_CHARACTERS && <p className="text-sm text-wait">{words.preview.cut}</p>}
      <TableView {...table} label={props.entry.path} />
    </>
  )
}
