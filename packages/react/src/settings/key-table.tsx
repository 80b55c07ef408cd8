import { useLateWords } from '../language/late-words.ts'
import { formatKeys } from '../parts/key-hint.tsx'

/** What every key does. */
export function KeyTable({ caption }: { readonly caption?: string }) {
  const words = useLateWords()
  return (
    <table className="mt-3 w-full text-left text-[13px]">
      {caption !== undefined && <caption className="mb-1 text-left text-sm font-medium">{caption}</caption>}
      <tbody>
        {Object.entries(words.keys).map(([keys, does]) => (
          <tr key={keys} className="border-b border-line/70 last:border-0">
            <th scope="row" className="w-px py-1.5 pr-6 font-mono font-normal whitespace-nowrap text-soft">
              {keys.split(' · ').map(formatKeys).join(' · ')}
            </th>
            <td className="py-1.5">{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
