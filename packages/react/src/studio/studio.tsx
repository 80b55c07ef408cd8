import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useWaitingRoom } from '../agent/use-waiting-room.tsx'
import { countCalls } from '../agent/use-waiting-threads.ts'
import { tagOf } from '../language/languages.ts'
import { LanguageProvider, useWords } from '../language/words.tsx'
import { AnswerServicesContext } from '../markdown/answer-services.tsx'
import { PageShelf } from '../model/page-shelf.tsx'
import { usePalette } from '../palette/use-palette.tsx'
import { fetchedPart, partBesideComposer, WhenFetched } from '../parts/fetched.tsx'
import type { SettingsStore } from '../settings/studio-settings.ts'
import { SettingsProvider, useSettings, useTheme } from '../settings/use-settings.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { SideAway } from './side/side-away.tsx'
import { type Side, useSidePlace } from './side/side-place.ts'
import { SidebarFrame } from './sidebar-frame.tsx'
import type { StudioServices } from './studio-services.ts'
import { goToThread, newThreadId, useThreadAddress } from './thread-address.ts'
import { TopBar } from './top-bar.tsx'
import { type Opening, useConversation } from './use-conversation.ts'
import { useDropGuard } from './use-drop-guard.ts'
import { useSettingsDialog } from './use-settings-dialog.tsx'
import { useWide } from './use-wide.ts'

const ThreadSidebar = fetchedPart(() => import('./thread-sidebar.tsx'))
const DeletedToast = fetchedPart(() => import('../threads/deleted-toast.tsx'))
const OfflineBar = partBesideComposer(() => import('../offline/offline-bar.tsx'))
const SidePanel = fetchedPart(() => import('./side/side-panel.tsx'))

interface StudioProps {
  readonly services: StudioServices
  readonly settings: SettingsStore
}

/** The whole studio. */
export function Studio({ services, settings }: StudioProps) {
  return (
    <SettingsProvider store={settings}>
      <AnswerServicesContext value={services}>
        <StudioInLanguage services={services} />
      </AnswerServicesContext>
    </SettingsProvider>
  )
}

function StudioInLanguage({ services }: { readonly services: StudioServices }) {
  const [{ language, theme }] = useSettings()
  useTheme(theme)
  useDropGuard()
  useEffect(() => document.documentElement.setAttribute('lang', tagOf(language)), [language])
  const threadId = useThreadAddress()
  useEffect(() => {
    if (threadId === undefined) void lastThread(services).then(goToThread)
  }, [threadId, services])
  return (
    <LanguageProvider language={language}>
      <PageShelf value={services.pageModels}>
        <CrashGuard>{threadId !== undefined && <Shell services={services} threadId={threadId} />}</CrashGuard>
      </PageShelf>
    </LanguageProvider>
  )
}

/** The newest thread that has nothing in it, or a new one: a first visit begins with an empty page. */
async function lastThread(services: StudioServices): Promise<string> {
  const threads = await services.storage.threads.list()
  return threads.find((thread) => thread.head === undefined && thread.place === undefined)?.id ?? newThreadId()
}

function Shell({ services, threadId }: { readonly services: StudioServices; readonly threadId: string }) {
  const beside = useWide(900)
  const [listShown, setListShown] = useState<boolean>()
  const side = useSidePlace(threadId)
  const { show } = side
  const opening = useConversation(services, threadId)
  const listOpen = listShown ?? beside
  const { waiting, room, roomDialog, openRoom } = useWaitingRoom(services)
  const elsewhere = countCalls(waiting.filter(({ id }) => id !== threadId))
  const openLab = useCallback(() => show({ tab: 'inspector', view: 'lab' }), [show])
  const { openSettings, openPage, seeRule, settingsDialog } = useSettingsDialog(services, threadId, openLab)
  const conversation = opening.kind === 'open' ? opening.conversation : undefined
  const { palette, doors } = usePalette({ services, conversation, show, onRoom: openRoom, onSettings: openPage })
  return (
    <div className="flex h-full">
      <SkipLink />
      {listOpen && (
        <WhenFetched
          waiting={beside ? <SidebarFrame>{room}</SidebarFrame> : null}
          failed={beside ? <SidebarFrame>{room}</SidebarFrame> : null}
        >
          <ThreadSidebar services={services} current={threadId} beside={beside} onClose={() => setListShown(false)} room={room} />
        </WhenFetched>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          services={services}
          conversation={conversation}
          side={side}
          // Beside the list, which says it itself, it would be said twice.
          waiting={listOpen && beside ? 0 : countCalls(waiting)}
          onThreads={() => setListShown(!listOpen)}
          onSettings={openSettings}
        />
        <Late part={<OfflineBar services={services} />} />
        <main id="conversation" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Opened opening={opening}>
            {(opened) => (
              <ConversationPane
                key={opened.id}
                services={services}
                conversation={opened}
                onSeeRule={seeRule}
                waitingElsewhere={elsewhere}
                side={side}
                onLab={openLab}
                onPrices={() => openPage('usage')}
                doors={doors}
              />
            )}
          </Opened>
        </main>
      </div>
      <SideRoom side={side} services={services} threadId={threadId} opening={opening} />
      <Late part={<DeletedToast services={services} />} />
      {palette}
      {roomDialog}
      {settingsDialog}
    </div>
  )
}

const Late = ({ part }: { readonly part: ReactNode }) => (
  <WhenFetched waiting={null} failed={null}>
    {part}
  </WhenFetched>
)

interface SideRoomProps {
  readonly side: Side
  readonly services: StudioServices
  readonly threadId: string
  readonly opening: Opening
}

function SideRoom({ side, ...shown }: SideRoomProps) {
  if (!side.place) return null
  return (
    <WhenFetched waiting={null} failed={<SideAway tab={side.place.tab} onClose={side.close} />}>
      <SidePanel {...side} place={side.place} {...shown} />
    </WhenFetched>
  )
}

function SkipLink() {
  const words = useWords()
  return (
    <a
      href="#conversation"
      className="sr-only z-50 rounded-lg bg-parley px-3 py-2 text-parley-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {words.panel.skip}
    </a>
  )
}

interface OpenedProps {
  readonly opening: Opening
  readonly children: (conversation: Extract<Opening, { kind: 'open' }>['conversation']) => ReactNode
}

function Opened({ opening, children }: OpenedProps) {
  const words = useWords()
  if (opening.kind === 'open') return children(opening.conversation)
  if (opening.kind === 'opening') return null
  return (
    <div role="alert" className="m-auto max-w-md p-6 text-center">
      <h1 className="text-lg font-semibold">{words.fault.title}</h1>
      <p className="mt-2 text-soft">{words.fault.storage}</p>
      <p className="mt-2 text-xs text-faint">{words.said(opening.error)}</p>
    </div>
  )
}
