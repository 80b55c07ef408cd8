import type { ToolSpec } from '@parley/dialects'
import type { Context } from 'hono'
import type { Answerer } from './answerer.ts'
import type { BudgetBook } from './budgets/budget-book.ts'
import type { Budgets } from './budgets/budgets.ts'
import type { ChatTurn } from './chat/chat-body.ts'
import type { Limits } from './config-schema.ts'
import type { CardStore } from './doctor/card-store.ts'
import type { Metrics } from './metrics.ts'
import type { ModelCatalog } from './model-catalog.ts'
import type { ResponseStore } from './responses/kept-response.ts'
import type { Router } from './routing/router.ts'
import type { RateBook } from './safety/rate-limit.ts'
import type { Leaving, Streams } from './safety/streams.ts'
import type { ApprovalSeal, SpendApproval } from './tools/approval-seal.ts'
import type { BackendTool } from './tools/backend-tool.ts'
import type { ToolSource } from './tools/remote-tool.ts'
import type { TrafficLog } from './traffic/traffic-log.ts'
import type { Asker } from './usage/asker.ts'
import type { FinishedAnswers } from './usage/finished-answer.ts'
import type { UsageStore } from './usage/usage-store.ts'
import type { WaitingRoom } from './waiting/waiting-room.ts'
import type { WaitingStore } from './waiting/waiting-store.ts'

/** What every route is given: what answers, and the limits and tools of this server. */
export interface ServerContext {
  readonly answer: Answerer
  readonly catalog: ModelCatalog
  /** Asks whoever a name stands for. */
  readonly router: Router
  /** What the doctor has found. */
  readonly cards: CardStore
  readonly limits: Limits
  readonly newId: () => string
  readonly now: () => number
  readonly streams: Streams
  readonly metrics: Metrics
  /** Tells when the client of this request goes away. */
  readonly leaving: (context: Context) => Leaving
  /** Whether the host writes answers to its own socket, so that no web stream needs to be made. */
  readonly ownSocket: boolean
  /** The server's own tools. */
  readonly tools: BackendTools
  /** Whether clients of vendors may have tools of ours run for them, where they ask for it. */
  readonly lendsHands: boolean
  /** Whose threads an admitted request may touch. */
  readonly ownerOf: (request: Request) => string
  /** Who asks, for the books. */
  readonly askerOf: (context: Context) => Asker
  /** Tells what every answer has cost, once it has ended. */
  readonly finished: FinishedAnswers
  /** What those who ask may use. */
  readonly budgets: Budgets
  /** What goes through the gateway. Absent: nobody at this computer may look. */
  readonly traffic?: TrafficLog
  /** What was used, by client, model and day. */
  readonly usage: UsageStore
  /** Whether an admitted request holds a token, or comes from a page of ours: only then may it reach tools of others. */
  readonly isOurs: (request: Request) => boolean
  /** Whether an admitted request may see and change what is everybody's. */
  readonly isAdmin: (request: Request) => boolean
  /** Answers turns in agent mode. Absent: there is no agent. */
  readonly agent?: AgentRoutes
  /** Calls of other people's agents that wait for a person. */
  readonly waiting: WaitingRoom
}

export interface BackendTools {
  readonly specs: readonly ToolSpec[]
  readonly byName: ReadonlyMap<string, BackendTool>
  /** Who knows the tools that a thread was given beside them. Absent: there are none. */
  readonly source?: ToolSource
  readonly seal: ApprovalSeal
  /** An approval counts once. */
  readonly spend: SpendApproval
}

/** A durable agent behind the same routes: threads that live on the server, and answers in the same streams. */
export interface AgentRoutes {
  /** A turn of `/api/chat` with `config.mode: "agent"`. */
  chat(turn: ChatTurn, context: Context): Promise<Response>
  /** Everything under `/api/threads`. */
  threads(context: Context): Promise<Response>
  /** Rejects while the place where threads are kept cannot be asked. Absent: it always can. */
  readonly ready?: () => Promise<void>
  /** Marks an approval of chat mode as used where all replicas see it. Absent: there is no such place. */
  readonly spendApproval?: SpendApproval
  /** Recent responses of the gateway, where all replicas see them. Absent: there is no such place. */
  readonly responses?: ResponseStore
  /** Who has used how much, where all replicas see it. Absent: there is no such place. */
  readonly budgets?: BudgetBook
  /** Who asked how often, where all replicas see it. Absent: there is no such place. */
  readonly rates?: RateBook
  /** Where calls of other people's agents are kept so that they outlive this process. Undefined: there is no such place. */
  readonly waiting?: () => Promise<WaitingStore | undefined>
}

/** Opens the agent once, with what the server has. It is called when the app is made, so it should do its work on first use. */
export type OpenAgent = (server: ServerContext) => AgentRoutes

/** Opens who knows the tools of others. It is called when the app is made, so it should do its work on first use. */
export type OpenToolSource = (server: ServerContext) => ToolSource

/** Everything under `/api/mcp`. It is called when the app is made, so it should do its work on first use. */
export type OpenMcp = (server: ServerContext) => (context: Context) => Promise<Response>
