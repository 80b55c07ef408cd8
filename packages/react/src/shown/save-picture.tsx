import { csvText } from '@parley/browser'
import type { ShownItem } from '@parley/browser/sandbox'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveAs } from '../files/save-as.ts'
import { useLateWords } from '../language/late-words.ts'
import { IconButton } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import { toFile } from './to-file.ts'
import { toPng } from './to-png.ts'

type Drawing = Extract<ShownItem, { readonly kind: 'svg' }>

/** Takes a drawing along: as a picture that everybody can open, as it was drawn, or the values of a chart. */
export function SavePicture({ item, title }: { readonly item: Drawing; readonly title: string }) {
  const words = useLateWords()
  const [isBroken, setBroken] = useState(false)
  const saveSvg = () => {
    const { name = title, mediaType, data } = toFile(item, title)
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    saveAs(name, bytes, mediaType)
  }
  const stem = () => toFile(item, title).name?.replace(/\.svg$/, '')
  const savePng = async () => {
    const png = await toPng(item.text)
    if (png) saveAs(`${stem()}.png`, png, 'image/png')
    else setBroken(true)
  }
  const { points } = item
  return (
    <>
      {isBroken && <span role="status">{words.shown.noPng}</span>}
      <Menu
        label={words.shown.download}
        align="end"
        trigger={
          <IconButton label={words.action.full({ verb: words.shown.download, sentence: title })}>
            <Download aria-hidden="true" className="size-4" />
          </IconButton>
        }
        choices={[
          { id: 'png', label: words.shown.asPng, onSelect: () => void savePng() },
          { id: 'svg', label: words.shown.asSvg, onSelect: saveSvg },
          ...(points
            ? [
                {
                  id: 'csv',
                  label: words.shown.asCsv,
                  // It is opened where formulas are calculated.
                  onSelect: () => saveAs(`${stem()}.csv`, csvText(points.columns, points.rows), 'text/csv'),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
