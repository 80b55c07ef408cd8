import { X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ShownFiles } from '../../changes/rehearsal/shown-files.tsx'
import { useWords } from '../../language/words.tsx'
import { IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../../parts/fetched.tsx'
import { Problem } from '../../parts/problem.tsx'
import { TabList } from '../../parts/tab-list.tsx'
import type { StudioServices } from '../studio-services.ts'
import type { Opening } from '../use-conversation.ts'
import { useWide } from '../use-wide.ts'
import { SIDE_TABS, type Side, type SidePlace, SideProvider, type SideTab } from './side-place.ts'
import { SideEdge, useSideWidth } from './side-width.tsx'

const PreviewPanel = fetchedPart(() => import('../../preview/preview-panel.tsx'))
const FilesPanel = fetchedPart(() => import('../../files/files-panel.tsx'))
const ChangesPanel = fetchedPart(() => import('../../changes/changes-panel.tsx'))
const InspectorPanel = fetchedPart(() => import('../../inspector/inspector-panel.tsx'))

interface SidePanelProps extends Omit<Side, 'place'> {
  readonly place: SidePlace
  readonly services: StudioServices
  readonly threadId: string
  readonly opening: Opening
}

/** Everything beside the conversation, under tabs that say what they are: beside it where there is room, over it where there is none. */
export default function SidePanel(props: SidePanelProps) {
  const words = useWords()
  const beside = useWide(1100)
  const { place, close } = props
  if (beside) return <Beside {...props} />
  return (
    <Dialog open onClose={close} title={words.panel[place.tab]} shape="sheet-right">
      <SideTabs {...props} />
    </Dialog>
  )
}

function Beside(props: SidePanelProps) {
  const words = useWords()
  const width = useSideWidth()
  const aside = useRef<HTMLElement>(null)
  // The buttons that opened it have gone from the header: whoever pressed one goes on here.
  useEffect(() => {
    if (document.activeElement === document.body) aside.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [])
  return (
    <aside
      ref={aside}
      aria-label={words.panel[props.place.tab]}
      style={{ width: width.width }}
      className="parley-from-right relative flex max-w-[60vw] min-w-80 shrink-0 flex-col border-l border-line bg-sheet"
    >
      <SideEdge {...width} />
      <SideTabs {...props}>
        <IconButton label={words.panel.close} onClick={props.close}>
          <X className="size-4" />
        </IconButton>
      </SideTabs>
    </aside>
  )
}

function SideTabs({ children, ...props }: SidePanelProps & { readonly children?: ReactNode }) {
  const words = useWords()
  const { place, show } = props
  const tabs = SIDE_TABS.map((id) => ({ id, title: words.panel[id] }))
  return (
    <Tabs.Root
      value={place.tab}
      // Only tabs of the list can be chosen.
      onValueChange={(tab) => show({ tab: tab as SideTab })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-13 shrink-0 justify-between gap-2 border-b border-line pr-2 pl-1 max-[1100px]:h-auto max-[1100px]:px-0">
        <TabList label={words.panel.side} tabs={tabs} bare />
        {children && <div className="self-center">{children}</div>}
      </div>
      <SideProvider value={show}>
        <TabContents {...props} />
      </SideProvider>
    </Tabs.Root>
  )
}

/** Files that were opened stay as they are while another tab is looked at: somebody may be writing in one. */
function TabContents(props: SidePanelProps) {
  const { place, services, threadId, show, opening } = props
  const conversation = opening.kind === 'open' ? opening.conversation : undefined
  const [seenFiles, setSeenFiles] = useState(place.tab === 'files')
  if (place.tab === 'files' && !seenFiles) setSeenFiles(true)
  return (
    <>
      {seenFiles && (
        <TabContent tab="files" place={place} stays>
          <ShownFiles key={threadId} services={services} threadId={threadId} conversation={conversation} stays>
            {(files, which) => (
              <FilesPanel
                files={files}
                workspace={which === 'yours' ? services.workspaceOf(threadId) : undefined}
                areas={services.areas}
                onPreview={(path) => show({ tab: 'preview', path })}
              />
            )}
          </ShownFiles>
        </TabContent>
      )}
      <TabContent tab="preview" place={place}>
        <ShownFiles key={threadId} services={services} threadId={threadId} conversation={conversation}>
          {(files) => (
            <PreviewPanel
              files={files}
              libraries={services.previewLibraries}
              pdfViewer={services.pdfViewer}
              path={place.path}
              lines={place.lines}
              onPath={(path) => show({ path })}
            />
          )}
        </ShownFiles>
      </TabContent>
      <TabContent tab="changes" place={place}>
        <ChangesOfThread {...props} />
      </TabContent>
      <TabContent tab="inspector" place={place}>
        <InspectorOfThread {...props} />
      </TabContent>
    </>
  )
}

interface TabContentProps {
  readonly tab: SideTab
  readonly place: SidePlace
  readonly stays?: true
  readonly children: ReactNode
}

function TabContent({ tab, place, stays, children }: TabContentProps) {
  const words = useWords()
  return (
    <Tabs.Content
      value={tab}
      hidden={place.tab !== tab}
      {...(stays && { forceMount: true })}
      className="flex min-h-0 flex-1 flex-col p-3 outline-none max-[1100px]:px-0 max-[1100px]:pb-0 [&[hidden]]:hidden"
    >
      <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
        {children}
      </WhenFetched>
    </Tabs.Content>
  )
}

function ChangesOfThread({ opening, services, threadId, place, show }: SidePanelProps) {
  if (opening.kind !== 'open') return null
  return (
    <ChangesPanel
      conversation={opening.conversation}
      services={services}
      files={services.workspaceOf(threadId)}
      turn={place.turn}
      onTurn={(turn) => show({ turn })}
    />
  )
}

function InspectorOfThread({ services, threadId, opening, place, show }: SidePanelProps) {
  return (
    <InspectorPanel
      services={services}
      threadId={threadId}
      conversation={opening.kind === 'open' ? opening.conversation : undefined}
      view={place.view ?? 'conversation'}
      onView={(view) => show({ view })}
    />
  )
}
