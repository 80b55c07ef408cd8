import { AssistantRuntimeProvider } from '@assistant-ui/react'
import { type Conversation, isGuestThread, type KnownCall, type RuleNote, type ThreadState } from '@parley/browser'
import type { Sentence } from '@parley/dialects'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { ServerMark } from '../agent/server-mark.tsx'
import { type CallCardContext, CallCardProvider } from '../call-card/call-actions.tsx'
import { GrantChips } from '../call-card/fetched-cards.tsx'
import { useCallKeys } from '../keys/use-call-keys.ts'
import { useWords } from '../language/words.tsx'
import { useThreadModel } from '../model/use-thread-model.ts'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
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
import { useOutbox, writeMore } from './use-outbox.ts'

const Announcer = fetchedPart(() => import('../thread/announcer.tsx'))
const AppView = fetchedPart(() => import('../mcp/app/app-view.tsx'))
const ContextRing = fetchedPart(() => import('../cost/context-ring.tsx'))
const FirstRun = fetchedPart(() => import('../own-model/first-run.tsx'))
const RehearsalBar = fetchedPart(() => import('../changes/rehearsal/rehearsal-bar.tsx'))
const BesideThread = fetchedPart(() => import('../talk/beside-thread.tsx'))
const FoundToolChips = fetchedPart(() => import('../mcp/found-tools.tsx'))

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
            <Fetched part={<BesideThread services={services} conversation={conversation} state={state} />} />
            <OutboxView
              services={services}
              threadId={conversation.id}
              outbox={outbox}
              runtime={runtime}
              onProblem={setProblem}
              onStop={() => conversation.stop()}
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
          <WhenFetched waiting={null} failed={null}>
            <Announcer state={state} />
          </WhenFetched>
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
      {state.server && <ServerMark server={state.server} isGuest={isGuestThread(conversation.id)} {...timelineIn(side)} />}
    </>
  )
}

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

/** What a server draws of a result, where it does. */
function viewOf(call: KnownCall, services: StudioServices, threadId: string, onMessage: (text: string) => void): ReactNode {
  const { mcp } = services
  const view = services.toolsOf(threadId).find(({ spec }) => spec.name === call.record.call.name)?.view
  return mcp && view && <Fetched part={<AppView call={call} view={view} mcp={mcp} threadId={threadId} onMessage={onMessage} />} />
}

/** What a call did for real; if that is nothing, what it did on the copy. */
async function undoCall({ filesOf, rehearsalOf }: StudioServices, { id, getSnapshot }: Conversation, callId: string) {
  const by = { actor: 'user' } as const
  const undone = await filesOf(id).history.undo(callId, by)
  if (undone.restored.length + undone.conflicts.length > 0 || !getSnapshot().rehearses || !rehearsalOf) return undone
  return await (await rehearsalOf(id)).files.history.undo(callId, by)
}

function useCardContext(
  services: StudioServices,
  conversation: Conversation,
  onSeeRule: (note: RuleNote) => void,
  onMessage: (text: string) => void,
): CallCardContext {
  const words = useWords()
  const [settings] = useSettings()
  const { letterKeys } = settings
  return useMemo(
    () => ({
      actions: conversation,
      executor: { find: (name) => services.toolsOf(conversation.id).find((tool) => tool.spec.name === name) },
      restoreFiles: async (callId) => {
        const { restored, conflicts } = await undoCall(services, conversation, callId)
        if (conflicts.length > 0) return words.call.conflicts({ paths: conflicts.join(', ') })
        return restored.length === 0 ? words.call.nothingToRestore : undefined
      },
      saveFile: async (file) => (await import('../files/save-file.ts')).saveFile(services.workspaceOf(conversation.id), file),
      viewOf: (call) => viewOf(call, services, conversation.id, onMessage),
      seeRule: onSeeRule,
      letterKeys,
      ...(services.forms && { forms: services.forms }),
      ...(services.renders && { renders: services.renders }),
    }),
    [services, conversation, letterKeys, onSeeRule, onMessage, words],
  )
}

/** The tab says how many calls wait: those of this thread, and of all others. */
function useDocumentTitle(state: ThreadState, elsewhere: number): void {
  const waiting = elsewhere + (state.status.kind === 'waiting' ? state.status.keys.length : 0)
  const title = state.title || 'Parley'
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [waiting, title])
}
