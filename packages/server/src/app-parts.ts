import type { Context } from 'hono'
import { type SpeechRecords } from './choosing/choose-speech.ts'
import type { OwnProviders } from './connecting/own-providers.ts'
import { type CardStore } from './doctor/card-store.ts'
import { type LiveConfig } from './live-config.ts'
import { type Log } from './logging/log.ts'
import type { Fetch, Provider, ProviderParts } from './providers/provider.ts'
import type { SignIn } from './safety/sign-in.ts'
import { type Leaving, type Streams } from './safety/streams.ts'
import type { OpenAgent, OpenMcp, OpenToolSource } from './server-context.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { BackendTool } from './tools/backend-tool.ts'
import { type UsageStore } from './usage/usage-store.ts'

/** What a provider of the host's own is made with. */
interface OwnModelParts extends Pick<ProviderParts, 'patience' | 'newId'> {
  readonly now: () => number
  /** The same `fetch`, seen by whoever looks at what is said. */
  readonly overheard: (fetch: Fetch) => Fetch
}

export interface AppParts {
  /** Stands in for the network. Absent: the platform's own. */
  readonly fetch?: Fetch
  /** Providers made in code; they come before the configured ones. */
  readonly providers?: readonly Provider[]
  /** Providers that are connected in a page, for a host that keeps them. Absent: none are, and `/api/providers` is not there. */
  readonly ownProviders?: OwnProviders
  /** A provider in the care of the host, which is told how answers are overheard. It comes first. Absent: there is none. */
  readonly ownModels?: (parts: OwnModelParts) => Provider
  readonly newId?: () => string
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** What was found out about models by trying. Absent: it is forgotten when the server stops. */
  readonly records?: SpeechRecords
  /** Where the doctor's cards are kept. Absent: they are forgotten when the server stops. */
  readonly cards?: CardStore
  /** Where usage is kept. Absent: it is forgotten when the server stops. */
  readonly usage?: UsageStore
  /** An operator's own instruments. Absent: there are none. */
  readonly telemetry?: Telemetry
  /** What an operator reads. Absent: nothing is said but of bugs, on the console. */
  readonly log?: Log
  /** Told of errors that are our own fault, and of the request that met them. Absent: they are logged. */
  readonly onBug?: (error: unknown, requestId?: string) => void
  /** For a host that reads its configuration anew: what holds now. Absent: what the app was made with, for ever. */
  readonly live?: LiveConfig
  /** Absent: answers are counted, but nobody can stop them from outside. */
  readonly streams?: Streams
  /** Tools that run on the server, in `/api/chat`. */
  readonly tools?: readonly BackendTool[]
  /** Who knows the tools of others that a thread on the server may be given. Asked for every step. Absent: there are none. */
  readonly toolSource?: OpenToolSource
  /** Answers `config.mode: "agent"`. Absent: such a request is refused. */
  readonly agent?: OpenAgent
  /** Answers `/api/mcp`. Absent: there are no MCP servers. */
  readonly mcp?: OpenMcp
  /** Answers `/api/engine`, where models and what runs them are installed. Absent: nothing is installed from a page. */
  readonly engine?: (context: Context) => Promise<Response>
  /** Whose threads an admitted request may touch, for hosts with accounts of their own. Absent: the name of its token. */
  readonly ownerOf?: (request: Request) => string
  /** How people come in who hold no token. Absent: they do not. */
  readonly signIn?: SignIn | undefined
  /** Whether this server runs on the user's own computer, where model servers may be looked for. Absent: it does not. */
  readonly isLocal?: boolean
  /** For a host that writes answers to its own socket, and so knows when the client goes away. It takes them with `textSourceOf`. */
  readonly ownSocket?: (env: unknown) => Leaving
  /** Whom a request comes from, as far as the host knows. Absent: all requests share one limit. */
  readonly clientOf?: (env: unknown) => string
}
