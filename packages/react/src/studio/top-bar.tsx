import type { Conversation } from '@parley/browser'
import { FlaskRound, FolderTree, PanelLeft, ScanSearch, Settings2 } from 'lucide-react'
import { useWords } from '../language/words.tsx'
import { IconButton } from '../parts/button.tsx'
import { useThreadState } from '../runtime/use-studio-runtime.ts'

export type PanelName = 'files' | 'inspector' | 'lab' | 'timeline'

interface TopBarProps {
  /** Absent while it is being opened. */
  readonly conversation: Conversation | undefined
  readonly panel: PanelName | undefined
  readonly onPanel: (panel: PanelName | undefined) => void
  /** Calls that wait, in all threads. */
  readonly waiting: number
  readonly onThreads: () => void
  readonly onSettings: () => void
}

const ICONS = { files: FolderTree, inspector: ScanSearch, lab: FlaskRound }
const PANELS = ['files', 'inspector', 'lab'] as const

export function TopBar({ conversation, panel, waiting, onPanel, onThreads, onSettings }: TopBarProps) {
  const words = useWords()
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line px-2">
      <IconButton
        label={waiting > 0 ? `${words.panel.threads}, ${words.agent.roomCount({ count: waiting })}` : words.panel.threads}
        onClick={onThreads}
      >
        <PanelLeft className="size-4.5" />
        {waiting > 0 && (
          <span className="absolute -top-0.5 -right-0.5 rounded-full bg-wait px-1 text-[10px] leading-4 font-semibold text-paper">
            {waiting}
          </span>
        )}
      </IconButton>
      <h1 className="min-w-0 flex-1 truncate px-1 text-sm font-medium">
        {conversation && <Title conversation={conversation} />}
      </h1>
      {PANELS.map((name) => {
        const Icon = ICONS[name]
        const open = panel === name
        return (
          <IconButton
            key={name}
            label={open ? words.panel.hide({ name: words.panel[name] }) : words.panel.show({ name: words.panel[name] })}
            aria-pressed={open}
            onClick={() => onPanel(open ? undefined : name)}
            className={open ? 'bg-parley-wash !text-parley' : ''}
          >
            <Icon className="size-4.5" />
          </IconButton>
        )
      })}
      <IconButton label={words.panel.settings} onClick={onSettings}>
        <Settings2 className="size-4.5" />
      </IconButton>
    </header>
  )
}

function Title({ conversation }: { readonly conversation: Conversation }) {
  const words = useWords()
  return useThreadState(conversation).title || words.thread.untitled
}
