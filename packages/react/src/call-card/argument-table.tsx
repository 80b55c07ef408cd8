import type { JsonObject, JsonValue } from '@parley/dialects'
import { useState } from 'react'
import { Characters } from '../code/code-view.tsx'
import { useWords } from '../language/words.tsx'

const SHOWN = 300

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Arguments that are not code. What the model wrote is shown in pieces of bounded length, never cut in silence. */
export function ArgumentTable({ input }: { readonly input: JsonObject }) {
  const words = useWords()
  const entries = Object.entries(input)
  if (entries.length === 0) return <p className="text-[13px] text-faint">{words.call.noArguments}</p>
  return (
    <table className="w-full table-fixed text-left text-[13px]">
      <caption className="sr-only">{words.call.arguments}</caption>
      <tbody>
        {entries.map(([key, value]) => (
          <tr key={key} className="border-b border-line/70 align-top last:border-0">
            <th scope="row" className="w-1/3 max-w-40 py-1.5 pr-3 font-mono font-normal break-words text-faint">
              {key}
            </th>
            <td className="py-1.5 font-mono break-words whitespace-pre-wrap">
              <Bounded text={asText(value)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bounded({ text }: { readonly text: string }) {
  const words = useWords()
  const [open, setOpen] = useState(false)
  if (open || text.length <= SHOWN) return <Characters text={text} />
  return (
    <>
      <Characters text={text.slice(0, SHOWN)} />…{' '}
      <button type="button" onClick={() => setOpen(true)} className="font-sans text-parley underline underline-offset-2">
        {words.call.showCharacters(text.length)}
      </button>
    </>
  )
}
