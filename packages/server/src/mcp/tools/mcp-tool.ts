import type { JsonObject, Sentence } from '@parley/dialects'

/** What a server says about a tool of its own; nobody has looked whether it is true. */
export interface ToolHints {
  readonly readOnly?: boolean
  readonly destructive?: boolean
  readonly idempotent?: boolean
  readonly openWorld?: boolean
}

/** One tool of one server, as a page is told of it. */
export interface McpTool {
  /** The id of its server. */
  readonly server: string
  /** What models call it. */
  readonly name: string
  /** What its server calls it. */
  readonly tool: string
  readonly description: string
  readonly parameters: JsonObject
  /** What it promises of its data. Absent: nothing. */
  readonly output?: JsonObject
  readonly title?: string
  readonly hints?: ToolHints
  /** What its server draws of a result: an address that begins with `ui://`. */
  readonly view?: string
  /** For views alone: models are not told of it. */
  readonly isAppOnly?: true
  /** Which program or address offers it: the same for all tools of a server. */
  readonly identity: string
  /** Of everything it says about itself, and of which server says it. */
  readonly fingerprint: string
}

/** A tool that is not offered, and why. */
export interface LeftOutTool {
  readonly tool: string
  readonly why: Sentence
}

export interface ToolList {
  readonly tools: readonly McpTool[]
  readonly leftOut: readonly LeftOutTool[]
}
