import { parseCapsule } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { X } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { refusedCapsule } from '../settings/data-page.tsx'
import type { Source } from './run-replays.ts'

interface ReplaySourcesProps {
  readonly sources: readonly Source[]
  readonly onSources: (change: (before: readonly Source[]) => readonly Source[]) => void
  /** The text of the conversation that is open. */
  readonly readThis: () => Promise<Text>
}

interface Text {
  readonly name: string
  readonly text: string
}

interface Refusal {
  readonly name: string
  readonly problem: Sentence
}

/** Which conversations are asked again: the open one, and capsules that are chosen or dropped. */
export function ReplaySources({ sources, onSources, readThis }: ReplaySourcesProps) {
  const words = useLateWords()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const add = async (texts: readonly Promise<Text>[]) => {
    const read = (await Promise.all(texts)).map(readSource)
    setRefused(read.flatMap((one) => ('problem' in one ? one : [])))
    onSources((before) => [...before, ...read.flatMap((one) => ('capsule' in one ? one : []))])
  }
  const addFiles = (files: Iterable<File>) =>
    void add(Array.from(files, async (file) => ({ name: file.name, text: await file.text() })))
  return (
    <DropPlace onFiles={addFiles}>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => void add([readThis()])}>{words.replay.addThis}</Button>
        <Button onClick={() => input.current?.click()}>{words.replay.addFiles}</Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          multiple
          hidden
          data-testid="replay-input"
          aria-label={words.replay.addFiles}
          onChange={(event) => {
            addFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span role="status" className="text-[13px] text-soft">
          {words.replay.chosen({ count: sources.length })}
        </span>
      </div>
      {refused.map(({ name, problem }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two of them may have one name
        <Problem key={index} text={`${name}${words.punctuation.colon}${words.said(problem)}`} />
      ))}
      <SourceList sources={sources} onSources={onSources} />
    </DropPlace>
  )
}

function readSource({ name, text }: Text): Source | Refusal {
  const read = parseCapsule(text)
  if (read.kind === 'valid') return { name, capsule: read.capsule }
  return { name, problem: refusedCapsule(read) }
}

function SourceList({ sources, onSources }: Pick<ReplaySourcesProps, 'sources' | 'onSources'>) {
  const words = useLateWords()
  const list = useRef<HTMLUListElement>(null)
  const remove = (index: number) => {
    // The one that takes its place has the focus next, so that several go with one key.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[index + 1] ?? buttons[index - 1] ?? list.current?.parentElement?.querySelector('button')
    next?.focus()
    onSources((before) => before.toSpliced(index, 1))
  }
  if (sources.length === 0) return <p className="text-[13px] text-faint">{words.replay.dropHint}</p>
  return (
    <ul ref={list} aria-label={words.replay.sources} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto">
      {sources.map((source, index) => (
        <li key={keyOf(source)} className="flex max-w-full items-center rounded-lg border border-line pl-2 text-[13px]">
          <span className="min-w-0 wrap-anywhere">
            <Characters text={source.name} />
          </span>
          <IconButton label={words.replay.remove({ name: source.name })} onClick={() => remove(index)} className="min-h-7">
            <X aria-hidden="true" className="size-3.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

const keys = new WeakMap<Source, number>()
let lastKey = 0

/** Two of them may have one name. */
function keyOf(source: Source): number {
  const key = keys.get(source) ?? ++lastKey
  keys.set(source, key)
  return key
}

interface DropPlaceProps {
  readonly onFiles: (files: Iterable<File>) => void
  readonly children: ReactNode
}

function DropPlace({ onFiles, children }: DropPlaceProps) {
  const words = useLateWords()
  const [over, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- everything that can be dropped can also be chosen by the button
    <div
      data-testid="replay-drop"
      className="relative space-y-2 rounded-xl border border-dashed border-line p-3"
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={(event) => {
        // Related targets of drags are nodes or nothing.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {over && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-xl border-2 border-dashed border-parley bg-parley-wash/80 text-sm font-medium text-parley">
          {words.replay.drop}
        </p>
      )}
    </div>
  )
}
