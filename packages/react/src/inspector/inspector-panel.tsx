import { type Conversation, type Exchange, redact, type ThreadStorage } from '@parley/browser'
import { ExternalLink } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useMemo, useState } from 'react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { Problem } from '../parts/problem.tsx'
import { TabList } from '../parts/tab-list.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import type { InspectorView } from '../studio/side/side-place.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { TrafficPanel } from '../traffic/traffic-panel.tsx'
import { ParsedView } from './parsed-view.tsx'
import { formerOf, kindOf, requestOf, spanOf, toolsOf } from './read-exchange.ts'
import { DifferenceView, PromptView, ReplyView, RequestView, ToolsView } from './request-views.tsx'
import { RulesView } from './rules-view.tsx'
import { pageWire, useWire } from './use-wire.ts'

const TimelinePanel = fetchedPart(() => import('../agent/timeline-panel.tsx'))
const DialectLab = fetchedPart(() => import('../lab/dialect-lab.tsx'))

interface OfThread {
  readonly services: StudioServices
  readonly threadId: string
}

interface InspectorPanelProps extends OfThread {
  /** Absent while it is being opened. */
  readonly conversation: Conversation | undefined
  readonly view: InspectorView
  readonly onView: (view: InspectorView) => void
}

function useExchanges({ exchanges }: ThreadStorage, threadId: string): readonly Exchange[] {
  const [list, setList] = useState<readonly Exchange[]>([])
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await exchanges.ofThread(threadId)
      if (!left) setList(found)
    }
    void read()
    const end = exchanges.watch((changed) => {
      if (changed === threadId) void read()
    })
    return () => {
      left = true
      end()
    }
  }, [exchanges, threadId])
  return list
}

/** What was really said, in this conversation or by whoever uses the gateway, and the lab where any answer is read. */
export default function InspectorPanel(props: InspectorPanelProps) {
  const words = useLateWords()
  const { conversation, view } = props
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div role="group" aria-label={words.traffic.what} className="flex flex-wrap gap-1">
        <ViewButton {...props} name="conversation" title={words.traffic.conversation} />
        <ViewButton {...props} name="gateway" title={words.traffic.gateway} />
        <ViewButton {...props} name="lab" title={words.panel.lab} />
        {conversation && <TimelineButton {...props} conversation={conversation} />}
      </div>
      <WhenFetched key={view} waiting={null} failed={<Problem text={words.fault.notFetched} />}>
        {view === 'conversation' && <ConversationInspector {...props} />}
        {view === 'gateway' && <TrafficPanel />}
        {view === 'lab' && <LabOfThread {...props} />}
        {view === 'timeline' && conversation && <TimelinePanel conversation={conversation} />}
      </WhenFetched>
    </div>
  )
}

interface ViewButtonProps extends Pick<InspectorPanelProps, 'view' | 'onView'> {
  readonly name: InspectorView
  readonly title: string
}

function ViewButton({ view, onView, name, title }: ViewButtonProps) {
  return (
    <Button
      tone="quiet"
      data-view={name}
      aria-pressed={view === name}
      onClick={() => onView(name)}
      className={view === name ? 'bg-parley-wash !text-parley' : ''}
    >
      {title}
    </Button>
  )
}

/** Only what runs on the server has steps that it can go back to. */
function TimelineButton({ conversation, ...props }: InspectorPanelProps & { readonly conversation: Conversation }) {
  const words = useLateWords()
  const { server } = useThreadState(conversation)
  return server ? <ViewButton {...props} name="timeline" title={words.agent.timeline} /> : null
}

function LabOfThread({ services, threadId }: OfThread) {
  const tools = useMemo(() => services.toolsOf(threadId).map((tool) => tool.spec), [services, threadId])
  return <DialectLab tools={tools} />
}

/** The exact request and reply, and how they were read. */
function ConversationInspector({ services, threadId }: OfThread) {
  const words = useLateWords()
  const exchanges = useExchanges(services.storage, threadId)
  const [chosen, setChosen] = useState<string>()
  const shown = exchanges.find((exchange) => exchange.id === chosen) ?? exchanges.at(-1)
  if (!shown) return <p className="p-2 text-sm text-soft">{words.inspector.none}</p>
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <ExchangePicker exchanges={exchanges} shown={shown} onChoose={setChosen} />
      <ExchangeTabs services={services} threadId={threadId} shown={shown} exchanges={exchanges} />
    </div>
  )
}

interface ExchangeTabsProps extends OfThread {
  readonly shown: Exchange
  readonly exchanges: readonly Exchange[]
}

function ExchangeTabs({ services, threadId, shown, exchanges }: ExchangeTabsProps) {
  const words = useLateWords()
  const heard = useWire(spanOf(shown, exchanges))
  const wire = useMemo(() => pageWire(shown) ?? heard, [shown, heard])
  return (
    <Tabs.Root defaultValue="request" className="flex min-h-0 flex-1 flex-col gap-2">
      <TabList
        label={words.panel.inspector}
        tabs={(['request', 'prompt', 'reply', 'parsed', 'difference', 'tools', 'rules'] as const).map((id) => ({
          id,
          title: words.inspector[id],
        }))}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Tabs.Content value="request">
          <RequestView exchange={shown} wire={wire} />
        </Tabs.Content>
        <Tabs.Content value="prompt">
          <PromptView exchange={shown} />
        </Tabs.Content>
        <Tabs.Content value="reply">
          <ReplyView exchange={shown} wire={wire} />
        </Tabs.Content>
        <Tabs.Content value="parsed">
          <ParsedView exchange={shown} />
        </Tabs.Content>
        <Tabs.Content value="difference">
          <DifferenceView exchange={shown} before={formerOf(shown, exchanges)} />
        </Tabs.Content>
        <Tabs.Content value="tools">
          <ToolsView tools={toolsOf(shown)} />
        </Tabs.Content>
        <Tabs.Content value="rules">
          <RulesView services={services} threadId={threadId} />
        </Tabs.Content>
      </div>
    </Tabs.Root>
  )
}

interface ExchangePickerProps {
  readonly exchanges: readonly Exchange[]
  readonly shown: Exchange
  readonly onChoose: (id: string) => void
}

function nameOf(exchange: Exchange, words: LateWords): string {
  const kind = kindOf(exchange)
  return kind === 'answer' ? (requestOf(exchange)?.model ?? exchange.request.url) : words.inspector.ofThread[kind]
}

function ExchangePicker({ exchanges, shown, onChoose }: ExchangePickerProps) {
  const words = useLateWords()
  const choices = exchanges.map((exchange, index) => ({
    value: exchange.id,
    title: words.inspector.exchangeName({ place: index + 1, model: nameOf(exchange, words) }),
  }))
  return (
    <LabelledSelect label={words.inspector.exchange} choices={choices} value={shown.id} onValue={onChoose}>
      <IconButton label={words.inspector.popOut} onClick={() => popOut(shown)}>
        <ExternalLink className="size-4" />
      </IconButton>
    </LabelledSelect>
  )
}

/** A window of its own with the raw text, so that it can lie beside the page. */
function popOut({ request, reply }: Exchange): void {
  const url = URL.createObjectURL(new Blob([redact(`${request.body}\n\n${reply}`)], { type: 'text/plain;charset=utf-8' }))
  window.open(url, '_blank', 'popup,noopener,width=760,height=900')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
