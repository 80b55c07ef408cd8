import { type FilePart, isJsonObject, ownValue, type ToolResult } from '@parley/dialects'
import { Characters } from '../code/characters.tsx'
import { useWords } from '../language/words.tsx'
import { KeepFile } from './keep-file.tsx'

/** Pictures that hold nothing but a picture. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
/** Never an address: nothing is fetched because a tool says so. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** The files of a result: pictures are shown, and all of them can be kept. */
export default function ResultFiles({ result }: { readonly result: ToolResult }) {
  const files = [...result.content.filter((part) => part.type === 'file'), ...filesForPerson(result.display)]
  return files.filter(({ data }) => BASE64.test(data)).map((file, index) => <ResultFile key={index} file={file} />)
}

function filesForPerson(display: ToolResult['display']): readonly FilePart[] {
  const kept = isJsonObject(display) ? ownValue(display, 'files') : undefined
  if (!Array.isArray(kept)) return []
  return kept.flatMap((file) => {
    if (!isJsonObject(file) || typeof file['mediaType'] !== 'string' || typeof file['data'] !== 'string') return []
    return [{ type: 'file' as const, mediaType: file['mediaType'], data: file['data'] }]
  })
}

function ResultFile({ file }: { readonly file: FilePart }) {
  const words = useWords()
  const name = file.name ?? file.mediaType
  return (
    <figure data-testid="result-file">
      {PICTURES.has(file.mediaType) && (
        <img
          src={`data:${file.mediaType};base64,${file.data}`}
          alt={name}
          className="max-h-96 max-w-full rounded-lg border border-line bg-well object-contain"
        />
      )}
      <figcaption className="mt-1 flex flex-wrap items-center gap-2 text-[13px] text-soft">
        <span className="min-w-0 wrap-anywhere">
          <Characters text={name} /> · {words.size(Math.floor((file.data.length * 3) / 4))}
        </span>
        <KeepFile name={name} file={() => file} />
      </figcaption>
    </figure>
  )
}
