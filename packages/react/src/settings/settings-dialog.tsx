import type { RuleNote } from '@parley/browser'
import { Tabs } from 'radix-ui'
import { Suspense } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { ServersPage } from '../mcp/servers-page.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { Problem } from '../parts/problem.tsx'
import { TabList } from '../parts/tab-list.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { UsagePage } from '../usage/usage-page.tsx'
import { DataPage } from './data-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { ModelPage } from './model-page.tsx'
import { RulesPage } from './rules-page.tsx'
import { ToolsPage } from './tools-page.tsx'

const ReplayPage = fetchedPart(() => import('../replay/replay-page.tsx'))
const AuditPage = fetchedPart(() => import('../audit/audit-page.tsx'))

interface SettingsDialogProps {
  readonly services: StudioServices
  readonly threadId: string
  readonly page: string
  /** The rule to show on the page of rules. */
  readonly rule?: RuleNote | undefined
  /** Opens the lab of dialects. */
  readonly onLab: () => void
  readonly onClose: () => void
}

export default function SettingsDialog({ services, threadId, page, rule, onLab, onClose }: SettingsDialogProps) {
  const words = useLateWords()
  const pages = [
    'general',
    'models',
    'tools',
    ...(services.mcp ? (['mcp'] as const) : []),
    'rules',
    'usage',
    'audit',
    'replays',
    'data',
  ] as const
  return (
    <Dialog open onClose={onClose} title={words.panel.settings} shape="page">
      <Tabs.Root defaultValue={page} className="flex min-h-0 flex-1 flex-col gap-4">
        <TabList label={words.panel.settings} tabs={pages.map((id) => ({ id, title: words.settings[id] }))} />
        <div className="min-h-0 flex-1 overflow-y-auto pr-1">
          <Tabs.Content value="general">
            <GeneralPage />
          </Tabs.Content>
          <Tabs.Content value="models">
            <ModelPage onLab={onLab} />
          </Tabs.Content>
          <Tabs.Content value="tools">
            <ToolsPage services={services} threadId={threadId} />
          </Tabs.Content>
          {services.mcp && (
            <Tabs.Content value="mcp">
              <Suspense>
                <ServersPage mcp={services.mcp} services={services} threadId={threadId} />
              </Suspense>
            </Tabs.Content>
          )}
          <Tabs.Content value="rules">
            <RulesPage storage={services.storage} note={rule} />
          </Tabs.Content>
          <Tabs.Content value="usage">
            <UsagePage />
          </Tabs.Content>
          <Tabs.Content value="audit">
            <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
              <AuditPage storage={services.storage} />
            </WhenFetched>
          </Tabs.Content>
          <Tabs.Content value="replays">
            <WhenFetched waiting={null} failed={<Problem text={words.fault.notFetched} />}>
              <ReplayPage services={services} threadId={threadId} onClose={onClose} />
            </WhenFetched>
          </Tabs.Content>
          <Tabs.Content value="data">
            <DataPage services={services} threadId={threadId} onClose={onClose} />
          </Tabs.Content>
        </div>
      </Tabs.Root>
    </Dialog>
  )
}
