import { type ConsoleLine, canPreview, openPreview, type PreviewEnd } from '@parley/browser/sandbox'
import { useEffect, useRef, useState } from 'react'
import { YOU } from '../files/use-file-tree.ts'
import { useLateWords } from '../language/late-words.ts'
import type { ViewProps } from './plain-views.tsx'

/** What the viewer holds in memory several times over. */
const MOST_BYTES = 30_000_000

export type PdfViewer = () => Promise<string>

interface PdfProps extends ViewProps {
  /** The script that shows such a file. Absent: it cannot be shown. */
  readonly viewer: PdfViewer | undefined
}

/** A PDF file in the locked document: a reader of such files is a large program that reads what strangers wrote. */
export function PdfView({ files, entry: { path, version, size }, viewer }: PdfProps) {
  const words = useLateWords()
  if (!canPreview() || !viewer) return <p className="text-sm text-soft">{words.preview.binary}</p>
  if (size > MOST_BYTES) return <p className="text-sm text-soft">{words.preview.pdfLarge}</p>
  return <Pages key={version} files={files} path={path} viewer={viewer} />
}

interface PagesProps extends Pick<ViewProps, 'files'> {
  readonly path: ViewProps['entry']['path']
  readonly viewer: PdfViewer
}

function Pages({ files, path, viewer }: PagesProps) {
  const words = useLateWords()
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<PreviewEnd | 'broken'>()
  const title = words.preview.page({ path })
  useEffect(() => {
    const left = new AbortController()
    const hear = ({ level }: ConsoleLine) => {
      if (level === 'error' && !left.signal.aborted) setProblem('broken')
    }
    const show = async () => {
      const [{ data }, script] = await Promise.all([files.read(path, YOU), viewer()])
      if (left.signal.aborted || !place.current) return
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
      const shown = openPreview({ place: place.current, title, html: pdfPage(script, bytes), onLine: hear, onEnd: setProblem })
      left.signal.addEventListener('abort', shown.remove)
    }
    void show().catch(() => setProblem('broken'))
    return () => left.abort()
  }, [files, path, title, viewer])
  return (
    <>
      {problem && (
        <p role="status" className="rounded-lg bg-well px-3 py-2 text-[13px] text-wait">
          {problem === 'broken' ? words.preview.pdfBroken : words.preview.ended[problem]}
        </p>
      )}
      <div
        ref={place}
        className="flex min-h-0 flex-1 overflow-hidden rounded-lg border border-line bg-well [&>iframe]:size-full"
      />
    </>
  )
}

const STYLE =
  'body{margin:0;padding:8px;background:#e8e8e6;display:grid;gap:8px}section{background:#fff;box-shadow:0 1px 3px #0003}canvas{display:block}'

/** A page with the viewer and the file in it: both are text, and neither can end its script. */
function pdfPage(script: string, bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += 8_192) pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8_192)))
  const file = JSON.stringify(btoa(pieces.join('')))
  const viewer = script.replaceAll(/<(?=\/script|!--)/gi, '\\x3c')
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><body><script>${viewer}</script><script>parleyShowPdf(${file}).catch((error) => console.error(String(error)))</script>`
}
