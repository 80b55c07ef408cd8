import { FileInput } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { isGguf, type LabFiles, MOST_CHARACTERS, type Recognised, recogniseText } from './model-file.ts'

/** What came in, ready to be looked at. */
export interface TakenFiles {
  readonly files: LabFiles
  readonly shape?: string
  readonly answer?: string
}

type Kind = Recognised['kind'] | 'gguf'

export interface Taking {
  /** What the files that were taken last are. */
  readonly kinds: readonly Kind[]
  /** The name of one that was too large. */
  readonly large: string | undefined
  readonly take: (sources: readonly (File | string)[]) => Promise<void>
}

/** Takes files and texts in, and says what they are. Nothing of them leaves the page. */
export function useTaking(onTaken: (taken: TakenFiles) => void): Taking {
  const [kinds, setKinds] = useState<readonly Kind[]>([])
  const [large, setLarge] = useState<string>()
  return {
    kinds,
    large,
    async take(sources) {
      const found = await Promise.all(sources.map(readSource))
      setLarge(found.find((one) => 'tooLarge' in one)?.tooLarge)
      const read = found.flatMap((one) => ('tooLarge' in one ? [] : [one]))
      if (read.length === 0) return
      setKinds(read.map(({ kind }) => kind))
      onTaken(
        read.map((one) => one.taken).reduce((one, other) => ({ ...one, ...other, files: { ...one.files, ...other.files } })),
      )
    },
  }
}

/** Where files of a model are chosen or pasted; they may be dropped anywhere in the lab. */
export function LabFilesBox({ kinds, large, take, over }: Taking & { readonly over: boolean }) {
  const words = useLateWords().lab
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <section
      aria-label={words.files}
      className={`shrink-0 space-y-2 rounded-xl border border-dashed p-3 ${over ? 'border-parley bg-parley-wash' : 'border-line-strong'}`}
    >
      <p className="text-[13px] text-soft">{words.filesHint}</p>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          data-testid="lab-files"
          onChange={(event) => {
            void take([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button onClick={() => chooser.current?.click()}>
          <FileInput aria-hidden="true" className="size-4" />
          {words.choose}
        </Button>
        <span role="status" className="text-[13px]">
          {kinds.map((kind) => words.kind[kind]).join(', ')}
        </span>
      </div>
      <textarea
        rows={2}
        aria-label={words.paste}
        placeholder={words.paste}
        spellCheck={false}
        onChange={(event) => {
          const text = event.target.value
          event.target.value = ''
          void take([text])
        }}
        className="w-full resize-y rounded-lg border border-line-strong/60 bg-sheet px-3 py-2 font-mono text-xs pointer-coarse:min-h-11"
      />
      {large !== undefined && <Problem text={words.tooLarge({ name: large })} />}
    </section>
  )
}

type Read = { readonly kind: Kind; readonly taken: TakenFiles } | { readonly tooLarge: string }

async function readSource(source: File | string): Promise<Read> {
  if (typeof source === 'string') return source.length > MOST_CHARACTERS ? { tooLarge: '' } : readText(source)
  if (await isGguf(source)) return { kind: 'gguf', taken: { files: { gguf: source } } }
  return source.size > MOST_CHARACTERS ? { tooLarge: source.name } : readText(await source.text())
}

function readText(text: string): Read {
  const found = recogniseText(text)
  if (found.kind === 'answer') return { kind: found.kind, taken: { files: {}, answer: found.text } }
  if (found.kind === 'shape') return { kind: found.kind, taken: { files: {}, shape: JSON.stringify(found.shape, null, 2) } }
  return { kind: found.kind, taken: { files: found.files } }
}
