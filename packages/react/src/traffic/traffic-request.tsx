import { Tabs } from 'radix-ui'
import { useEffect, useState } from 'react'
import { PartList } from '../inspector/parsed-view.tsx'
import { Raw } from '../inspector/raw.tsx'
import { useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import { TabList } from '../parts/tab-list.tsx'
import { type CutText, type OpenedRequest, readOpened, type SeenRequest } from './read-traffic.ts'
import { ReplayBar } from './replay-bar.tsx'
import { Ending, factsOf } from './traffic-list.tsx'

/** One request opened; asked for again when it goes on. */
function useOpened({ id, end = '', status = 0 }: SeenRequest): OpenedRequest | 'waiting' | 'gone' {
  const [opened, setOpened] = useState<OpenedRequest | 'waiting' | 'gone'>('waiting')
  useEffect(() => {
    const leaving = new AbortController()
    const read = async () => {
      const response = await fetch(`/api/traffic/${encodeURIComponent(id)}?stand=${status}${end}`, { signal: leaving.signal })
      setOpened(response.ok ? readOpened(await response.json()) : 'gone')
    }
    read().catch(() => {
      if (!leaving.signal.aborted) setOpened('gone')
    })
    return () => leaving.abort()
  }, [id, end, status])
  return opened
}

interface TrafficRequestProps {
  readonly entry: SeenRequest
  /** The same request, sent again to other models. */
  readonly replays: readonly SeenRequest[]
}

export function TrafficRequest({ entry, replays }: TrafficRequestProps) {
  const words = useLateWords()
  const opened = useOpened(entry)
  if (opened === 'waiting') return null
  if (opened === 'gone') return <p className="p-2 text-sm text-soft">{words.traffic.gone}</p>
  return (
    <>
      <ReplayBar request={opened} />
      <Tabs.Root defaultValue="read" className="flex min-h-0 flex-1 flex-col gap-2">
        <TabList
          label={words.traffic.request}
          tabs={(['cameIn', 'taught', 'read'] as const).map((id) => ({ id, title: words.traffic[id] }))}
        />
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Tabs.Content value="cameIn">
            <CameIn request={opened} />
          </Tabs.Content>
          <Tabs.Content value="taught" className="space-y-3">
            <p className="text-xs text-faint">{words.traffic.taughtHint}</p>
            {opened.prompts.length === 0 && <p className="text-sm text-soft">{words.traffic.notKept}</p>}
            {opened.prompts.map((prompt, index) => (
              <Shown key={index} text={prompt} title={words.traffic.prompt({ place: index + 1 })} language="markdown" />
            ))}
          </Tabs.Content>
          <Tabs.Content value="read">
            <div className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-4">
              <AnswerColumn entry={entry} opened={opened} />
              {replays.map((other) => (
                <ReplayColumn key={other.id} entry={other} />
              ))}
            </div>
          </Tabs.Content>
        </div>
      </Tabs.Root>
    </>
  )
}

function CameIn({ request }: { readonly request: OpenedRequest }) {
  const words = useLateWords()
  const { entry, headers, body } = request
  return (
    <div className="space-y-3">
      <div className="font-mono text-xs">
        <p className="font-semibold break-all">POST {entry.path}</p>
        {Object.entries(headers).map(([name, value]) => (
          <p key={name} className="break-all">
            <span className="text-faint">{name}</span> {value}
          </p>
        ))}
      </div>
      {body ? (
        <Shown text={body} title={words.traffic.cameIn} language="json" />
      ) : (
        <p className="text-sm text-soft">{words.traffic.notKept}</p>
      )}
    </div>
  )
}

function Shown({ text, title, language }: { readonly text: CutText; readonly title: string; readonly language: string }) {
  const words = useLateWords()
  return (
    <div className="space-y-1">
      <Raw text={text.text} title={title} language={language} />
      {text.cut > 0 && <p className="text-xs text-wait">{words.traffic.cut({ count: text.cut })}</p>}
    </div>
  )
}

function ReplayColumn({ entry }: { readonly entry: SeenRequest }) {
  const opened = useOpened(entry)
  return <AnswerColumn entry={entry} opened={typeof opened === 'object' ? opened : undefined} />
}

function AnswerColumn({ entry, opened }: { readonly entry: SeenRequest; readonly opened: OpenedRequest | undefined }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  return (
    <section aria-label={entry.model} data-traffic-answer={entry.model} className="min-w-0 space-y-2">
      <h3 className="font-mono text-xs font-semibold wrap-anywhere">{entry.answeredBy ?? entry.model}</h3>
      <p className="text-xs wrap-anywhere text-soft">
        <Ending request={entry} /> {factsOf(entry, words, tag).join(' · ')}
      </p>
      {entry.fault && (
        <p className="rounded-lg bg-bad-wash px-3 py-2 text-[13px] wrap-anywhere text-bad">{words.said(entry.fault)}</p>
      )}
      {opened && <PartList parts={opened.parts} />}
    </section>
  )
}
