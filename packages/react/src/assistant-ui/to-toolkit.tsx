import type { ToolCallMessagePartProps, Toolkit } from '@assistant-ui/react'
import {
  createExecutor,
  housePolicy,
  type Language,
  memoryThreadStorage,
  type Policy,
  type ThreadStorage,
  type Tool,
} from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { isJsonObject, type JsonObject } from '@parley/dialects'
import type { HumanForm, ToolRender } from '../call-card/call-actions.tsx'
import { ShownCallCard } from '../renderer/shown-call-card.tsx'
import { attendCall } from './attend-call.ts'
import { type CardOptions, FrontendCallCard, HumanCallCard } from './page-call-cards.tsx'
import { toResponse, toUiPart } from './to-ui-part.ts'

export interface ToolkitOptions {
  /** Tools of the page. They go with every request; the server forwards them to the model and refuses to run them. */
  readonly tools: readonly Tool[]
  /** Names of tools that run on the server. They are only shown here, with the approval the server asks for. */
  readonly backend?: readonly string[]
  /** Forms for tools that ask with `human()`, by tool name. Such a tool is of the kind `human`, every other of the kind `frontend`. */
  readonly forms?: ReadonlyMap<string, HumanForm>
  /** Tools that the page draws itself, by tool name. They are of the kind `human` too. */
  readonly renders?: ReadonlyMap<string, ToolRender>
  /** Absent: whatever touches anything asks first. */
  readonly policy?: Policy
  /** Where calls and grants are remembered: `openThreadStorage()` to survive a reload. Absent: forgotten with the page. */
  readonly storage?: ThreadStorage | Promise<ThreadStorage>
  /** Handed to every tool. */
  readonly files?: FileSystem
  /** For what tools say about themselves. Absent: English, and in cards the language around them. */
  readonly language?: () => Language
}

/** Our tools as an assistant-ui toolkit, each with a card: `AuiConfig({ tools: Tools({ toolkit: toToolkit({ tools }) }) })`. */
export function toToolkit({ tools, backend = [], files, ...rest }: ToolkitOptions): Toolkit {
  const executor = createExecutor(tools, { ...(files && { files }) })
  const card: CardOptions = { policy: housePolicy(), storage: memoryThreadStorage(), ...rest, executor, shelf: new Map() }
  const isAsked = (name: string) => (rest.forms?.has(name) ?? false) || (rest.renders?.has(name) ?? false)
  return Object.fromEntries([
    ...tools.map((tool) => [tool.spec.name, isAsked(tool.spec.name) ? humanTool(tool, card) : frontendTool(tool, card)] as const),
    ...backend.map((name) => [name, { type: 'backend', render: BackendCallCard }] as const),
  ])
}

type Entry = Toolkit[string]

function humanTool({ spec }: Tool, card: CardOptions): Entry {
  return {
    type: 'human',
    description: spec.description,
    parameters: spec.parameters,
    render: (props) => <HumanCallCard {...props} options={card} />,
  }
}

function frontendTool({ spec }: Tool, card: CardOptions): Entry {
  const { shelf, ...options } = card
  return {
    type: 'frontend',
    display: 'standalone',
    description: spec.description,
    parameters: spec.parameters,
    async execute(args: unknown, { toolCallId, human, abortSignal }) {
      const input: JsonObject = isJsonObject(args) ? args : {}
      const call = { type: 'tool-call', id: toolCallId, name: spec.name, input } as const
      return toResponse(await attendCall(call, { shelf, options, human, signal: abortSignal }))
    },
    render: (props) => <FrontendCallCard {...props} options={card} />,
  }
}

function BackendCallCard(props: ToolCallMessagePartProps) {
  const part = toUiPart(props)
  return (
    <ShownCallCard
      part={part}
      id={props.toolCallId}
      onApproval={({ approved, reason }) => props.respondToApproval({ approved, ...(reason !== undefined && { reason }) })}
    />
  )
}
