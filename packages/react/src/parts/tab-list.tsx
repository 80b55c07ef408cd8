import { Tabs } from 'radix-ui'

interface TabListProps {
  /** The line below them is drawn by what they stand in. */
  readonly bare?: true
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly title: string }[]
}

export function TabList({ label, tabs, bare }: TabListProps) {
  return (
    <Tabs.List aria-label={label} className={`flex shrink-0 gap-1 overflow-x-auto ${bare ? '-mb-px' : 'border-b border-line'}`}>
      {tabs.map((tab) => (
        <Tabs.Trigger
          key={tab.id}
          value={tab.id}
          data-tab={tab.id}
          className="min-h-9 rounded-t-lg border-y-2 border-transparent px-3 text-[13px] -outline-offset-2 whitespace-nowrap text-soft hover:text-ink data-[state=active]:border-b-parley data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:min-h-11"
        >
          {tab.title}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
