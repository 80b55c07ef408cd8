import { type Exchange, redact, type ThreadStorage } from '@parley/browser'
import { ExternalLink } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useId, useState } from 'react'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { TabList } from '../parts/tab-list.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { TrafficPanel } from '../traffic/traffic-panel.tsx'
import { ParsedView } from './parsed-view.tsx'
import { formerOf, kindOf, requestOf, spanOf, toolsOf } from './read-exchange.ts'
import { DifferenceView, PromptView, ReplyView, RequestView, ToolsView } from './request-views.tsx'
import { RulesView } from './rules-view.tsx'
import { useWire } from './use-wire.ts'

interface InspectorPanelProps {
  readonly services: StudioServices
  readonly threadId: string
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

/** What was really said: in this conversation, or by whoever uses the gateway. */
export default function InspectorPanel(props: InspectorPanelProps) {
  const words = useLateWords()
  const [what, setWhat] = useState<'conversation' | 'gateway'>('conversation')
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div role="group" aria-label={words.traffic.what} className="flex gap-1">
        {(['conversation', 'gateway'] as const).map((name) => (
          <Button
            key={name}
            tone="quiet"
            aria-pressed={what === name}
            onClick={() => setWhat(name)}
            className={what === name ? 'bg-parley-wash !text-parley' : ''}
          >
            {words.traffic[name]}
          </Button>
        ))}
      </div>
      {what === 'gateway' ? <TrafficPanel /> : <ConversationInspector {...props} />}
    </div>
  )
}

/** The exact request and reply, and how they were read. */
function ConversationInspector({ services, threadId }: InspectorPanelProps) {
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

interface ExchangeTabsProps extends InspectorPanelProps {
  readonly shown: Exchange
  readonly exchanges: readonly Exchange[]
}

function ExchangeTabs({ services, threadId, shown, exchanges }: ExchangeTabsProps) {
  const words = useLateWords()
  const wire = useWire(spanOf(shown, exchanges))
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
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-xs text-faint">
        {words.inspector.exchange}
      </label>
      <select
        id={id}
        value={shown.id}
        onChange={(event) => onChoose(event.target.value)}
        className="min-h-8 min-w-0 flex-1 rounded-lg border border-line bg-sheet px-2 text-[13px] pointer-coarse:min-h-11"
      >
        {exchanges.map((exchange, index) => (
          <option key={exchange.id} value={exchange.id}>
            {words.inspector.exchangeName({ place: index + 1, model: nameOf(exchange, words) })}
          </option>
        ))}
      </select>
      <IconButton label={words.inspector.popOut} onClick={() => popOut(shown)}>
        <ExternalLink className="size-4" />
      </IconButton>
    </div>
  )
}

/** A window of its own with the raw text, so that it can lie beside the page. */
function popOut({ request, reply }: Exchange): void {
  const url = URL.createObjectURL(new Blob([redact(`${request.body}\n\n${reply}`)], { type: 'text/plain;charset=utf-8' }))
  window.open(url, '_blank', 'popup,noopener,width=760,height=900')
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
