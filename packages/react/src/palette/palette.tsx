import type { Conversation, Mode } from '@parley/browser'
import {
  Bot,
  Check,
  Download,
  Hourglass,
  Keyboard,
  Languages,
  type LucideIcon,
  MessageSquare,
  MessageSquarePlus,
  Moon,
  PanelRight,
  Plus,
  RefreshCw,
  Settings2,
  ShieldQuestion,
  Square,
} from 'lucide-react'
import { useRef } from 'react'
import { LANGUAGES, languages } from '../language/languages.ts'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { labelSentence } from '../model/model-list.ts'
import { modelChosen, useAllModels } from '../model/use-models.ts'
import { CommandChoice, CommandGroup, CommandList } from '../parts/command.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { KeyHint } from '../parts/key-hint.tsx'
import type { SettingsStore, StudioSettings, Theme } from '../settings/studio-settings.ts'
import { useSettings } from '../settings/use-settings.tsx'
import { SIDE_TABS, type Side } from '../studio/side/side-place.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread, newThreadId } from '../studio/thread-address.ts'
import { useThreadTitles } from './use-thread-titles.ts'

export interface PaletteProps {
  readonly services: StudioServices
  /** Absent while it is being opened. */
  readonly conversation: Conversation | undefined
  readonly show: Side['show']
  readonly onRoom: () => void
  /** Opens the settings at a page. */
  readonly onSettings: (page: string) => void
  readonly onKeys: () => void
  readonly onClose: () => void
}

interface Command {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly checked?: boolean
  readonly act: () => void
}

interface Commands {
  readonly heading: string
  readonly commands: readonly Command[]
}

/** Everything there is to do, found by its words. */
export default function Palette(props: PaletteProps) {
  const words = useLateWords()
  const groups = useCommands(props, words)
  // What opens next to the palette would lose its focus to what the palette gives back.
  const chosen = useRef<() => void>(undefined)
  return (
    <Dialog open onClose={props.onClose} onClosed={() => chosen.current?.()} title={words.palette.title}>
      <div data-testid="palette" className="-mx-5 -mb-5 flex min-h-0 flex-1 flex-col">
        <CommandList label={words.palette.search} empty={words.palette.nothing}>
          {groups
            .filter(({ commands }) => commands.length > 0)
            .map(({ heading, commands }) => (
              <CommandGroup key={heading} heading={heading}>
                {commands.map(({ id, label, icon: Icon, keys, checked, act }) => (
                  <CommandChoice
                    key={id}
                    id={id}
                    words={[label, heading]}
                    label={label}
                    icon={<Icon aria-hidden="true" />}
                    {...(keys !== undefined && { detail: <KeyHint keys={keys} /> })}
                    {...(checked && { detail: <Check aria-hidden="true" className="mt-0.5 size-4 text-parley" /> })}
                    onSelect={() => {
                      chosen.current = act
                      props.onClose()
                    }}
                  />
                ))}
              </CommandGroup>
            ))}
        </CommandList>
      </div>
    </Dialog>
  )
}

function useCommands(props: PaletteProps, words: LateWords): readonly Commands[] {
  const [settings, change] = useSettings()
  const [models] = useAllModels('/api/models')
  const titles = useThreadTitles(props.services)
  const offered = models.kind === 'known' ? models.list.models : []
  return [
    { heading: words.palette.title, commands: deeds(props, words) },
    { heading: words.palette.goTo, commands: places(props, words) },
    {
      heading: words.palette.conversations,
      commands: titles.map(({ id, title }) => ({
        id: `thread ${id}`,
        label: title || words.thread.untitled,
        icon: MessageSquare,
        act: () => goToThread(id),
      })),
    },
    {
      heading: words.palette.models,
      commands: offered.map((model) => ({
        id: `model ${model.id}`,
        label: words.said(labelSentence(model)),
        icon: Bot,
        act: () => modelChosen(model.id),
      })),
    },
    ...choices(props, words, settings, change),
  ]
}

/** Where the last answer begins: a turn of several steps is answered again as one. */
function lastAnswer(conversation: Conversation | undefined): string | undefined {
  const { messages, status } = conversation?.getSnapshot() ?? {}
  if (!messages || status?.kind !== 'idle') return undefined
  const first = messages[messages.findLastIndex(({ role }) => role === 'user') + 1]
  return first?.role === 'assistant' ? first.id : undefined
}

function deeds({ conversation, onKeys, onSettings }: PaletteProps, { palette, thread }: LateWords): readonly Command[] {
  const { kind } = conversation?.getSnapshot().status ?? {}
  const last = lastAnswer(conversation)
  const stop: Command = { id: 'stop', label: palette.stop, icon: Square, keys: 'Mod+.', act: () => conversation?.stop() }
  const again: Command = { id: 'again', label: palette.again, icon: RefreshCw, act: () => void conversation?.retry(last) }
  return [
    {
      id: 'new',
      label: thread.new,
      icon: MessageSquarePlus,
      keys: 'Mod+Shift+O',
      act: () => goToThread(newThreadId()),
    },
    { id: 'attach', label: palette.attach, icon: Plus, act: openAttach },
    ...(kind === 'answering' || kind === 'running' ? [stop] : []),
    ...(last === undefined ? [] : [again]),
    { id: 'export', label: palette.exportCapsule, icon: Download, act: () => onSettings('data') },
    { id: 'keys', label: palette.keys, icon: Keyboard, keys: '?', act: onKeys },
  ]
}

/** Its menu has the ways to attach something. */
function openAttach(): void {
  const button = document.querySelector<HTMLElement>('[data-testid="attach"]')
  button?.focus()
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}

function places({ show, onRoom }: PaletteProps, { panel, agent }: LateWords): readonly Command[] {
  return [
    ...SIDE_TABS.map((tab) => ({ id: `side ${tab}`, label: panel[tab], icon: PanelRight, act: () => show({ tab }) })),
    { id: 'lab', label: panel.lab, icon: PanelRight, act: () => show({ tab: 'inspector', view: 'lab' }) },
    { id: 'room', label: agent.room, icon: Hourglass, keys: 'Mod+F8', act: onRoom },
  ]
}

const MODES: readonly Mode[] = ['ask', 'auto-read', 'plan']
const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const PAGES = ['general', 'models', 'tools', 'mcp', 'rules', 'usage', 'audit', 'replays', 'data'] as const

/** One of several at a time. Running without asking is not among them: that is confirmed where it is chosen. */
function choices(
  { conversation, onSettings }: PaletteProps,
  words: LateWords,
  { theme, language }: StudioSettings,
  change: SettingsStore['change'],
): readonly Commands[] {
  const current = conversation?.getSnapshot().mode
  return [
    {
      heading: words.palette.mode,
      commands: MODES.map((mode) => ({
        id: `mode ${mode}`,
        label: words.mode[mode],
        icon: ShieldQuestion,
        checked: mode === current,
        act: () => void conversation?.setMode(mode),
      })),
    },
    {
      heading: words.palette.theme,
      commands: THEMES.map((value) => ({
        id: `theme ${value}`,
        label: words.settings.themes[value],
        icon: Moon,
        checked: value === theme,
        act: () => change({ theme: value }),
      })),
    },
    {
      heading: words.palette.language,
      commands: languages.map((value) => ({
        id: `language ${value}`,
        label: LANGUAGES[value].name,
        icon: Languages,
        checked: value === language,
        act: () => change({ language: value }),
      })),
    },
    {
      heading: words.palette.settings,
      commands: PAGES.map((page) => ({
        id: `settings ${page}`,
        label: words.settings[page],
        icon: Settings2,
        act: () => onSettings(page),
      })),
    },
  ]
}
