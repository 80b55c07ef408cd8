import { AssistantRuntimeProvider } from '@assistant-ui/react'
import { type Conversation, isGuestThread, type RuleNote, type ThreadState } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { ServerMark } from '../agent/server-mark.tsx'
import { CallCardProvider } from '../call-card/call-actions.tsx'
import { GrantChips } from '../call-card/fetched-cards.tsx'
import { useCallKeys } from '../keys/use-call-keys.ts'
import { useThreadModel } from '../model/use-thread-model.ts'
import type { PaletteDoors } from '../palette/commands.ts'
import { fetchedPart, partBesideComposer, partOfTalk, WhenFetched } from '../parts/fetched.tsx'
import { Problem } from '../parts/problem.tsx'
import { useStudioRuntime, useThreadState } from '../runtime/use-studio-runtime.ts'
import { useSettings } from '../settings/use-settings.tsx'
import { AutoBar, ModeChip, PausedBar } from '../thread/mode-chip.tsx'
import { Thread } from '../thread/thread.tsx'
import { Welcome } from '../thread/welcome.tsx'
import { ModelChips } from './model-chips.tsx'
import { OutboxView } from './outbox-view.tsx'
import { type Side, SideProvider } from './side/side-place.ts'
import type { StudioServices } from './studio-services.ts'
import { useCardContext } from './use-card-context.tsx'
import { useOutbox, writeMore } from './use-outbox.ts'

const Announcer = partOfTalk(() => import('../thread/announcer.tsx'))
const Completion = partOfTalk(() => import('../thread/complete/completion.tsx'))
const ContextRing = partOfTalk(() => import('../cost/context-ring.tsx'))
const FirstRun = partBesideComposer(() => import('../own-model/first-run.tsx'))
const RehearsalBar = fetchedPart(() => import('../changes/rehearsal/rehearsal-bar.tsx'))
const BesideThread = partBesideComposer(() => import('../talk/beside-thread.tsx'))
const FoundToolChips = partOfTalk(() => import('../mcp/found-tools.tsx'))

interface ConversationPaneProps {
  readonly services: StudioServices
  readonly conversation: Conversation
  readonly onSeeRule: (note: RuleNote) => void
  /** Calls that wait in other threads. */
  readonly waitingElsewhere: number
  readonly side: Side
  /** Opens the lab of dialects. */
  readonly onLab: () => void
  /** Opens where prices are set. */
  readonly onPrices: () => void
  /** What commands do outside of the conversation. */
  readonly doors: PaletteDoors
}

/** The open thread with everything around it that speaks about it. */
export function ConversationPane({ services, conversation, onSeeRule, ...around }: ConversationPaneProps) {
  const [settings, change] = useSettings()
  const state = useThreadState(conversation)
  const [problem, setProblem] = useState<string | Sentence>()
  const model = useThreadModel(services, conversation.id, lastWriter(state))
  const outbox = useOutbox({ services, conversation, state, model })
  const runtime = useStudioRuntime(conversation, state, setProblem, outbox.say)
  const write = useCallback((text: string) => writeMore(runtime, text), [runtime])
  const context = useCardContext(services, conversation, onSeeRule, write)
  const welcome = <Beginning />
  useCallKeys(settings.letterKeys)
  useDocumentTitle(state, around.waitingElsewhere)
  const pause = () => {
    if (!settings.paused) conversation.stop()
    change({ paused: !settings.paused })
  }
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <SideProvider value={around.side.show}>
        <CallCardProvider value={context}>
          <Bars services={services} conversation={conversation} state={state} side={around.side} />
          <Thread conversation={conversation} state={state} files={services.workspaceOf(conversation.id)} welcome={welcome}>
            <GrantChips grants={services.storage.grants} threadId={conversation.id} />
            <Fetched part={<FoundToolChips services={services} threadId={conversation.id} />} />
            <Problem text={problem} />
            <Fetched part={<BesideThread services={services} conversation={conversation} state={state} model={model.chosen} />} />
            <OutboxView
              services={services}
              threadId={conversation.id}
              outbox={outbox}
              runtime={runtime}
              onProblem={setProblem}
              onStop={() => conversation.stop()}
              completion={<Fetched part={<Completion services={services} threadId={conversation.id} doors={around.doors} />} />}
              gauge={
                <Fetched
                  part={<ContextRing state={state} model={model.chosen} storage={services.storage} onPrices={around.onPrices} />}
                />
              }
              chips={
                <>
                  <ModeChip
                    mode={state.mode}
                    paused={settings.paused}
                    canRehearse={services.rehearsalOf !== undefined && state.server === undefined}
                    onChange={(mode) => void conversation.setMode(mode)}
                    onPause={pause}
                  />
                  <ModelChips model={model} onLab={around.onLab} />
                </>
              }
            />
          </Thread>
          <Fetched part={<Announcer state={state} />} />
        </CallCardProvider>
      </SideProvider>
    </AssistantRuntimeProvider>
  )
}

interface BarsProps extends Pick<ConversationPaneProps, 'services' | 'conversation' | 'side'> {
  readonly state: ThreadState
}

/** What stays in sight above the thread: how things are done in it, and where. */
function Bars({ services, conversation, state, side }: BarsProps) {
  const [settings, change] = useSettings()
  const stopAuto = () => {
    conversation.stop()
    void conversation.setMode('ask')
  }
  const review = () => side.show({ tab: 'changes' })
  return (
    <>
      {settings.paused && <PausedBar onResume={() => change({ paused: false })} />}
      {state.mode === 'auto' && !settings.paused && <AutoBar onStop={stopAuto} />}
      {(state.mode === 'rehearse' || state.rehearses) && (
        <Fetched part={<RehearsalBar services={services} threadId={conversation.id} onReview={review} />} />
      )}
      {state.server && (
        <ServerMark
          server={state.server}
          isGuest={isGuestThread(conversation.id)}
          runsProgram={runsProgram(state)}
          {...timelineIn(side)}
        />
      )}
    </>
  )
}

const runsProgram = ({ calls }: ThreadState): boolean =>
  [...calls.values()].some((call) => 'record' in call && call.record.replay !== undefined && call.record.phase === 'running')

function timelineIn({ place, show, close }: Side) {
  const timelineOpen = place?.tab === 'inspector' && place.view === 'timeline'
  return { timelineOpen, onTimeline: () => (timelineOpen ? close() : show({ tab: 'inspector', view: 'timeline' })) }
}

const Beginning = () => (
  <Welcome>
    <WhenFetched waiting={null} failed={null}>
      <FirstRun />
    </WhenFetched>
  </Welcome>
)

/** What is not there yet, or cannot be fetched, is missed by nobody who does not need it. */
const Fetched = ({ part }: { readonly part: ReactNode }) => (
  <WhenFetched waiting={null} failed={null}>
    {part}
  </WhenFetched>
)

/** Who wrote the last answer. */
const lastWriter = ({ messages }: ThreadState): string | undefined =>
  messages.findLast((message) => message.role === 'assistant')?.model

/** The tab says how many calls wait: those of this thread, and of all others. */
function useDocumentTitle(state: ThreadState, elsewhere: number): void {
  const waiting = elsewhere + (state.status.kind === 'waiting' ? state.status.keys.length : 0)
  const title = state.title || 'Parley'
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [waiting, title])
}
