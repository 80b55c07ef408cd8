import { Tabs } from 'radix-ui'

interface TabListProps {
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
}

export function TabList({ label, tabs }: TabListProps) {
  return (
    <Tabs.List aria-label={label} className="flex shrink-0 gap-1 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Tabs.Trigger
          key={tab.id}
          value={tab.id}
          data-tab={tab.id}
          className="-mb-px min-h-9 rounded-t-lg border-b-2 border-transparent px-3 text-[13px] -outline-offset-2 whitespace-nowrap text-soft hover:text-ink data-[state=active]:border-parley data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:min-h-11"
        >
          {tab.title}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
