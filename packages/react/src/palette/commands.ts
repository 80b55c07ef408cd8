import type { Conversation, Mode } from '@parley/browser'
import {
  Cloud,
  Eye,
  FileCode2,
  FileDiff,
  Files,
  FileText,
  FlaskConical,
  FoldVertical,
  Hourglass,
  Keyboard,
  Languages,
  type LucideIcon,
  MessageSquarePlus,
  MessageSquareText,
  Moon,
  Package,
  Plus,
  RefreshCw,
  ScanSearch,
  ScrollText,
  Settings2,
  ShieldQuestion,
  Square,
} from 'lucide-react'
import { LANGUAGES, languages } from '../language/languages.ts'
import type { LateWords } from '../language/late-words.ts'
import type { SettingsStore, StudioSettings, Theme } from '../settings/studio-settings.ts'
import { SIDE_TABS, type Side, type SideTab } from '../studio/side/side-place.ts'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread, newThreadId } from '../studio/thread-address.ts'
import { openPrompts } from '../talk/prompts/prompts-door.ts'
import { doInTalk } from '../talk/talk-door.ts'

/** What commands are done to, and what they open. */
export interface PaletteDoors {
  readonly services: StudioServices
  /** Absent while it is being opened. */
  readonly conversation: Conversation | undefined
  readonly show: Side['show']
  readonly onRoom: () => void
  /** Opens the settings at a page. */
  readonly onSettings: (page: string) => void
  readonly onKeys: () => void
}

export interface Command {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly checked?: boolean
  readonly act: () => void
}

export interface Commands {
  readonly heading: string
  readonly commands: readonly Command[]
}

/** Where the last answer begins: a turn of several steps is answered again as one. */
function lastAnswer(conversation: Conversation | undefined): string | undefined {
  const { messages, status } = conversation?.getSnapshot() ?? {}
  if (!messages || status?.kind !== 'idle') return undefined
  const first = messages[messages.findLastIndex(({ role }) => role === 'user') + 1]
  return first?.role === 'assistant' ? first.id : undefined
}

export function deeds({ conversation, onKeys }: PaletteDoors, { palette, thread }: LateWords): readonly Command[] {
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
    { id: 'keys', label: palette.keys, icon: Keyboard, keys: '?', act: onKeys },
  ]
}

/** What can be done with the whole conversation. One without a message has nothing to sum up and to save. */
export function talkDeeds({ conversation }: PaletteDoors, { talkMenu, summary, agent }: LateWords): readonly Command[] {
  const isEmpty = (conversation?.getSnapshot().messages.length ?? 0) === 0
  const place = document.querySelector<HTMLElement>('[data-testid="place-switch"]')
  const saving: readonly Command[] = [
    { id: 'summarise', label: summary.make, icon: FoldVertical, act: () => doInTalk('summarise') },
    { id: 'markdown', label: talkMenu.markdown, icon: FileText, act: () => doInTalk('markdown') },
    { id: 'html', label: talkMenu.html, icon: FileCode2, act: () => doInTalk('html') },
    { id: 'capsule', label: talkMenu.capsule, icon: Package, act: () => doInTalk('capsule') },
  ]
  const isOn = place?.getAttribute('aria-checked') === 'true'
  return [
    ...(place ? [{ id: 'place', label: agent.worksOn, icon: Cloud, checked: isOn, act: () => place.click() }] : []),
    { id: 'instructions', label: talkMenu.instructions, icon: ScrollText, act: () => doInTalk('instructions') },
    { id: 'prompts', label: talkMenu.prompts, icon: MessageSquareText, act: openPrompts },
    ...(isEmpty ? [] : saving),
  ]
}

/** Its menu has the ways to attach something. */
function openAttach(): void {
  const button = document.querySelector<HTMLElement>('[data-testid="attach"]')
  button?.focus()
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
}

const TAB_ICONS: Readonly<Record<SideTab, LucideIcon>> = { preview: Eye, files: Files, changes: FileDiff, inspector: ScanSearch }

export function places({ show, onRoom }: PaletteDoors, { panel, agent }: LateWords): readonly Command[] {
  return [
    ...SIDE_TABS.map((tab) => ({ id: `side ${tab}`, label: panel[tab], icon: TAB_ICONS[tab], act: () => show({ tab }) })),
    { id: 'lab', label: panel.lab, icon: FlaskConical, act: () => show({ tab: 'inspector', view: 'lab' }) },
    { id: 'room', label: agent.room, icon: Hourglass, keys: 'Mod+F8', act: onRoom },
  ]
}

const MODES: readonly Mode[] = ['ask', 'auto-read', 'plan']
const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const PAGES = ['general', 'models', 'tools', 'mcp', 'rules', 'usage', 'audit', 'replays', 'data'] as const

/** Running without asking is not among them: that is confirmed where it is chosen. */
export function modes({ conversation }: PaletteDoors, words: LateWords): Commands {
  const current = conversation?.getSnapshot().mode
  return {
    heading: words.palette.mode,
    commands: MODES.map((mode) => ({
      id: `mode ${mode}`,
      label: words.mode[mode],
      icon: ShieldQuestion,
      checked: mode === current,
      act: () => void conversation?.setMode(mode),
    })),
  }
}

/** One of several at a time. */
export function choices(
  { onSettings }: PaletteDoors,
  words: LateWords,
  { theme, language }: StudioSettings,
  change: SettingsStore['change'],
): readonly Commands[] {
  return [
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
