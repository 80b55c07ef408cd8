import type { BlamedLine, FileEntry, FileSystem } from '@parley/browser/files'
import type { Sentence } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { useLanguage } from '../language/words.tsx'
import { Problem } from '../parts/problem.tsx'
import { YOU } from './use-file-tree.ts'

interface Passage {
  readonly first: BlamedLine
  readonly start: number
  readonly lines: readonly string[]
}

/** Neighbouring lines that came with the same change. */
function toPassages(lines: readonly BlamedLine[]): readonly Passage[] {
  const passages: { first: BlamedLine; start: number; lines: string[] }[] = []
  for (const [index, line] of lines.entries()) {
    const last = passages.at(-1)
    if (last?.first.version === line.version) last.lines.push(line.text)
    else passages.push({ first: line, start: index + 1, lines: [line.text] })
  }
  return passages
}

/** Each line brings the newline that ends it; the last one would draw an empty line. */
export const wordsOf = ({ lines }: Pick<Passage, 'lines'>): string => lines.join('').replace(/\n$/, '')

/** Who wrote which lines, and when. */
export function FileBlameView({ files, entry }: { readonly files: FileSystem; readonly entry: FileEntry }) {
  const words = useLateWords()
  const language = useLanguage()
  const [lines, setLines] = useState<readonly BlamedLine[]>([])
  const [problem, setProblem] = useState<string | Sentence>()
  const { path } = entry
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await files.history.blame(path, YOU)
      if (!left) setLines(found)
    }
    read().catch((error: unknown) => setProblem(errorSentence(error)))
    return () => {
      left = true
    }
  }, [files, path])
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <Problem text={problem} />
      <ol className="divide-y divide-line rounded-lg border border-line">
        {toPassages(lines).map((passage) => (
          <li key={passage.start} className="grid grid-cols-[8rem_1fr] gap-3 p-2 max-sm:grid-cols-1 max-sm:gap-1">
            <span className="text-xs leading-5">
              <span className={passage.first.by.actor === 'model' ? 'block text-parley' : 'block'}>
                {words.files.changedBy[passage.first.by.actor]}
              </span>
              <span className="block text-faint">{when.format(passage.first.time)}</span>
            </span>
            <pre tabIndex={0} className="min-w-0 overflow-x-auto font-mono text-xs leading-5">
              {wordsOf(passage)}
            </pre>
          </li>
        ))}
      </ol>
    </>
  )
}
