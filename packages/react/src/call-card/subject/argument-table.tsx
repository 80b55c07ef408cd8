import type { JsonObject, JsonValue } from '@parley/dialects'
import { useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { CodeLines } from '../../code/code-lines.tsx'
import { sourceLines } from '../../code/source-lines.ts'
import { useWords } from '../../language/words.tsx'

const SHOWN = 300

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface ArgumentTableProps {
  readonly input: JsonObject
  /** Every value to its end, because somebody has to decide on them. */
  readonly whole?: boolean
}

/** Arguments that are not code. What the model wrote is shown in pieces of bounded length, never cut in silence. */
export function ArgumentTable({ input, whole = false }: ArgumentTableProps) {
  const words = useWords()
  const entries = Object.entries(input)
  if (entries.length === 0) return <p className="text-[13px] text-faint">{words.call.noArguments}</p>
  return (
    <table className="w-full table-fixed text-left text-[13px]">
      <caption className="sr-only">{words.call.arguments}</caption>
      <colgroup>
        <col className="w-32 max-sm:w-24" />
        <col />
      </colgroup>
      <tbody>
        {entries.map(([key, value]) => (
          <tr key={key} className="border-b border-line/70 align-top last:border-0">
            <th scope="row" className="py-1.5 pr-3 font-mono font-normal wrap-anywhere text-faint">
              <Characters text={key} />
            </th>
            <td className="py-1.5 font-mono wrap-anywhere whitespace-pre-wrap">
              {whole ? <Rows text={asText(value)} label={words.edit.field({ name: key })} /> : <Bounded text={asText(value)} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In rows, so that what was on screen can be told from what was not. */
function Rows({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = sourceLines(text)
  if (lines.length === 1 && text.length <= SHOWN)
    return (
      <div data-row="">
        <Characters text={text} />
      </div>
    )
  const tokens = lines.map((line) => [{ text: line.text + line.oddEnd, className: '' }])
  return <CodeLines lines={tokens} label={label} wrap boxed={false} firstLine={1} />
}

function Bounded({ text }: { readonly text: string }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  if (open || text.length <= SHOWN) return <Characters text={text} />
  return (
    <>
      <Characters text={text.slice(0, SHOWN)} />…{' '}
      <button type="button" onClick={() => setOpen(true)} className="font-sans text-parley underline underline-offset-2">
        {words.call.showCharacters({ count: text.length })}
      </button>
    </>
  )
}
