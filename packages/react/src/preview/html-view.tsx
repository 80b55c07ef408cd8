import { type FileSystem, type Path, parsePath } from '@parley/browser/files'
import {
  type ConsoleLine,
  canPreview,
  inlinePage,
  openPreview,
  type PreviewEnd,
  type PreviewLibraries,
} from '@parley/browser/sandbox'
import { useEffect, useRef, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { YOU } from '../files/use-file-tree.ts'
import { useLateWords } from '../language/late-words.ts'
import { askCompiler } from './compile/ask-compiler.ts'
import { componentPage } from './compile/component-page.ts'
import { withLine } from './console-tail.ts'
import { kindOfPath } from './kind-of-path.ts'
import { TextView, type ViewProps } from './plain-views.tsx'

export interface PageProps extends ViewProps {
  /** What pages may import by name. Absent: only files. */
  readonly libraries: (() => Promise<PreviewLibraries>) | undefined
}

/** A page in the locked document, with what it prints below it. */
export function HtmlView(props: PageProps) {
  const words = useLateWords()
  const version = useTreeVersion(props.files)
  if (!canPreview())
    return (
      <>
        <p className="text-sm text-soft">{words.preview.unlocked}</p>
        <TextView {...props} />
      </>
    )
  return <Page key={version} files={props.files} path={props.entry.path} libraries={props.libraries} />
}

type PageOfFile = Pick<PageProps, 'files' | 'libraries'> & { readonly path: Path }

/** Counts changes of any file: a page may be made of several. */
function useTreeVersion(files: FileSystem): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Several files that are written at once are one change.
    const end = files.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setVersion((before) => before + 1), 200)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [files])
  return version
}

const NONE: PreviewLibraries = { names: [], script: '' }

async function pageOf({ files, path, libraries = async () => NONE }: PageOfFile): Promise<string> {
  const read = async (text: string) => {
    const parsed = parsePath(text)
    if (parsed.kind === 'invalid') return undefined
    const found = await files.read(parsed.path, YOU).catch(() => undefined)
    return typeof found?.data === 'string' ? found.data : found && new Uint8Array(found.data)
  }
  const html = kindOfPath(path) === 'component' ? componentPage(path) : await read(path)
  return await inlinePage(typeof html === 'string' ? html : '', path, read, { compile: askCompiler, libraries })
}

function Page({ files, path, libraries }: PageOfFile) {
  const words = useLateWords()
  const place = useRef<HTMLDivElement>(null)
  const [lines, setLines] = useState<readonly ConsoleLine[]>([])
  const [ended, setEnded] = useState<PreviewEnd>()
  const title = words.preview.page({ path })
  // A component that does not compile leaves a white page, and its error far below.
  const hasFailed = lines.some(({ level }) => level === 'error')
  useEffect(() => {
    const left = new AbortController()
    const hear = (line: ConsoleLine) => {
      if (!left.signal.aborted) setLines((before) => withLine(before, line))
    }
    void pageOf({ files, path, libraries }).then((html) => {
      if (left.signal.aborted || !place.current) return html
      const shown = openPreview({ place: place.current, title, html, onLine: hear, onEnd: setEnded })
      left.signal.addEventListener('abort', shown.remove)
      return html
    })
    return () => left.abort()
  }, [files, path, title, libraries])
  return (
    <>
      {ended && (
        <p role="status" className="rounded-lg bg-well px-3 py-2 text-[13px] text-wait">
          {words.preview.ended[ended]}
        </p>
      )}
      {!ended && hasFailed && (
        <p role="status" className="rounded-lg bg-bad-wash px-3 py-2 text-[13px] text-bad">
          {words.preview.failed}
        </p>
      )}
      <div
        ref={place}
        className="flex min-h-0 flex-1 overflow-hidden rounded-lg border border-line [&>iframe]:size-full [&>iframe]:bg-white"
      />
      <PageConsole lines={lines} />
    </>
  )
}

const COLOURS: Readonly<Record<ConsoleLine['level'], string>> = {
  log: '',
  info: '',
  debug: 'text-faint',
  warn: 'text-wait',
  error: 'text-bad',
}

function PageConsole({ lines }: { readonly lines: readonly ConsoleLine[] }) {
  const words = useLateWords()
  return (
    <section
      aria-label={words.call.console}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-40 min-h-9 shrink-0 overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-xs leading-relaxed"
    >
      {lines.length === 0 && <p className="text-faint">{words.preview.quiet}</p>}
      {lines.map(({ level, text }, index) => (
        <div key={index} className={`break-all whitespace-pre-wrap ${COLOURS[level]}`}>
          <Characters text={text} />
        </div>
      ))}
    </section>
  )
}
