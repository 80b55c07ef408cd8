import type { RuleNote } from '@parley/browser'
import { Tabs } from 'radix-ui'
import { useWords } from '../language/words.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TabList } from '../parts/tab-list.tsx'
import type { Workshop } from '../studio/workshop.ts'
import { DataPage } from './data-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { ModelPage } from './model-page.tsx'
import { RulesPage } from './rules-page.tsx'
import { ToolsPage } from './tools-page.tsx'

interface SettingsDialogProps {
  readonly workshop: Workshop
  readonly threadId: string
  readonly page: string
  /** The rule to show on the page of rules. */
  readonly rule?: RuleNote | undefined
  readonly onClose: () => void
}

export default function SettingsDialog({ workshop, threadId, page, rule, onClose }: SettingsDialogProps) {
  const words = useWords()
  const pages = ['general', 'models', 'tools', 'rules', 'data'] as const
  return (
    <Dialog open onClose={onClose} title={words.panel.settings} shape="page">
      <Tabs.Root defaultValue={page} className="flex min-h-0 flex-1 flex-col gap-4">
        <TabList label={words.panel.settings} tabs={pages.map((id) => ({ id, title: words.settings[id] }))} />
        <div className="min-h-0 flex-1 overflow-y-auto pr-1">
          <Tabs.Content value="general">
            <GeneralPage />
          </Tabs.Content>
          <Tabs.Content value="models">
            <ModelPage />
          </Tabs.Content>
          <Tabs.Content value="tools">
            <ToolsPage tools={workshop.toolsOf(threadId)} onForget={() => workshop.endSession(threadId)} />
          </Tabs.Content>
          <Tabs.Content value="rules">
            <RulesPage book={workshop.book} note={rule} />
          </Tabs.Content>
          <Tabs.Content value="data">
            <DataPage workshop={workshop} threadId={threadId} onClose={onClose} />
          </Tabs.Content>
        </div>
      </Tabs.Root>
    </Dialog>
  )
}
