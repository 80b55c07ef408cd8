import { type ShownItem, shownIn } from '@parley/browser/sandbox'
import type { FilePart, ToolResult } from '@parley/dialects'
import { ChartLine, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { KeepFile } from '../call-card/keep-file.tsx'
import { Characters } from '../code/characters.tsx'
import { CodeView } from '../code/code-view.tsx'
import { useLateWords } from '../language/late-words.ts'
import Markdown from '../markdown/markdown.tsx'
import { IconButton } from '../parts/button.tsx'
import { TableView } from '../preview/table-view.tsx'
import { type Chart, ChartView } from './chart/chart-view.tsx'
import { SavePicture } from './save-picture.tsx'
import { ShownPicture } from './shown-picture.tsx'
import { toFile } from './to-file.ts'

/** What a program showed: tables, pictures, text. All of it is checked again, for a capsule may come from anywhere. */
export default function ShownItems({ display }: { readonly display: ToolResult['display'] }) {
  const items = useMemo(() => shownIn(display), [display])
  return items.map((item, index) => <ShownFigure key={index} item={item} />)
}

function ShownFigure({ item }: { readonly item: ShownItem }) {
  const words = useLateWords()
  const chart = isChart(item) ? item : undefined
  const title = item.title ?? words.shown[chart ? 'chart' : item.kind === 'image' || item.kind === 'svg' ? 'picture' : item.kind]
  const [asTable, setAsTable] = useState(false)
  const file = (): FilePart => toFile(item, title)
  return (
    <figure data-testid="shown" data-kind={item.kind} aria-label={title} className="min-w-0 space-y-1">
      <figcaption className="flex flex-wrap items-center justify-end gap-x-1 text-[13px] text-soft">
        <span className="min-w-0 flex-1 basis-24 font-medium wrap-anywhere text-ink">
          <Characters text={title} />
        </span>
        {chart && (
          <IconButton
            label={words.action.full({ verb: asTable ? words.shown.asChart : words.shown.asTable, sentence: title })}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartLine className="size-4" /> : <Table2 className="size-4" />}
          </IconButton>
        )}
        {item.kind === 'svg' && <SavePicture item={item} title={title} />}
        <KeepFile name={title} file={file} />
      </figcaption>
      {chart && asTable ? <ShownTable item={tableOf(chart)} title={title} /> : <ShownBody item={item} title={title} />}
    </figure>
  )
}

/** A drawing whose values are known. */
const isChart = (item: ShownItem): item is Chart => item.kind === 'svg' && item.points !== undefined

const tableOf = ({ points }: Chart): Table => ({ kind: 'table', ...points, total: points.rows.length })

function ShownBody({ item, title }: { readonly item: ShownItem; readonly title: string }) {
  const [open, setOpen] = useState(false)
  switch (item.kind) {
    case 'image':
      return <ShownPicture item={item} />
    case 'svg':
      return isChart(item) ? <ChartView item={item} /> : <ShownPicture item={item} />
    case 'table':
      return <ShownTable item={item} title={title} />
    case 'markdown':
      return (
        <div className="parley-prose rounded-lg border border-line px-3 py-2">
          <Markdown text={item.text} live={false} />
        </div>
      )
    case 'json':
      return <CodeView text={item.text} language="json" label={title} open={open} onOpen={() => setOpen(true)} />
  }
}

type Table = Extract<ShownItem, { readonly kind: 'table' }>

function ShownTable({ item, title }: { readonly item: Table; readonly title: string }) {
  const words = useLateWords()
  const { columns, total } = item
  const rows = useMemo(() => item.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))), [item])
  return (
    <div className="flex max-h-80 flex-col gap-1">
      {rows.length < total && <p className="text-xs text-wait">{words.shown.firstRows({ count: rows.length, total })}</p>}
      <TableView columns={columns} rows={rows} label={title} />
    </div>
  )
}
