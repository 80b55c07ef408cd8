import type {
  Conversation,
  FoundTools,
  KeptValue,
  ServerThreads,
  ThreadModel,
  ThreadStorage,
  Tool,
  Verdict,
} from '@parley/browser'
import type { FileSystem, ThreadArea } from '@parley/browser/files'
import type { McpClient, McpShelf } from '@parley/browser/mcp'
import type { OfflineCopy, ServerLine } from '@parley/browser/offline'
import type { PythonPackages } from '@parley/browser/python'
import type { Rehearsal } from '@parley/browser/rehearsal'
import type { PreviewLibraries } from '@parley/browser/sandbox'
import type { JsonObject, ToolResult } from '@parley/dialects'
import type { HumanForm, ToolRender } from '../call-card/call-actions.tsx'
import type { AnswerServices } from '../markdown/answer-services.tsx'
import type { PageModelShelf } from '../model/page-shelf.tsx'

export interface McpService {
  readonly client: McpClient
  readonly shelf: McpShelf
  /** What the rules of a thread say to a call that a view makes. Rejects where it cannot be made at all. */
  judge(threadId: string, tool: Tool, input: JsonObject): Promise<Verdict>
  run(tool: Tool, input: JsonObject): Promise<ToolResult>
  /** Whether what the server of a tool draws of it was let reach all of these. Listed and revoked like any other permission. */
  mayReach(tool: Tool, domains: readonly string[]): Promise<boolean>
  letReach(tool: Tool, domains: readonly string[]): Promise<void>
}

export interface PythonService {
  /** What there is beyond the standard library, and how more comes. */
  packages(signal: AbortSignal): Promise<PythonPackages>
  /** Whether this page was loaded with leave to fetch from there. */
  mayReach(address: string): boolean
}

/** The page while its server is away. */
export interface OfflineService {
  readonly line: ServerLine
  readonly copy: OfflineCopy
}

/** Everything the studio works with. Made once, by whoever starts the page. */
export interface StudioServices extends AnswerServices {
  readonly storage: ThreadStorage
  /** The threads of the server. Absent: none keeps any. */
  readonly serverThreads?: ServerThreads
  /** The MCP servers of the server. Absent: the page knows none. */
  readonly mcp?: Promise<McpService>
  /** Models that run in this page. Absent: none does. */
  readonly pageModels?: PageModelShelf
  /** Whether the server is there, and what is kept for when it is not. Fetched once the page has nothing else to do. Absent: nobody looks. */
  readonly offline?: Promise<OfflineService>
  /** Programs in Python. Absent: the page has none. */
  readonly python?: PythonService
  /** What a thread sees beside its own files. */
  readonly areas: readonly ThreadArea[]
  /** The files as a thread sees them. The same thread gets the same object. */
  filesOf(threadId: string): FileSystem
  /** The thread's own files alone: what goes with it when it is exported, taken back or deleted. */
  workspaceOf(threadId: string): FileSystem
  /** What is rehearsed in a thread, fetched with the first. Absent: nothing can be. */
  rehearsalOf?(threadId: string): Promise<Rehearsal>
  /** The tools that the model has found in a thread. Absent: it is told of all of them. */
  foundOf?(threadId: string): Promise<FoundTools>
  /** The model that a thread is answered by. Absent: all of them by the one of the settings. */
  modelOf?(threadId: string): Promise<KeptValue<ThreadModel | undefined>>
  /** Every tool there is, switched on or not, over the files of a thread. */
  toolsOf(threadId: string): readonly Tool[]
  /** Forms for tools that ask a person, by tool name. Absent: a plain form for each. */
  readonly forms?: ReadonlyMap<string, HumanForm>
  /** Tools that are drawn in the page's own way, by tool name. Absent: each has a card. */
  readonly renders?: ReadonlyMap<string, ToolRender>
  /** What previewed pages may import by name, fetched when the first one does. Absent: only files. */
  readonly previewLibraries?: () => Promise<PreviewLibraries>
  /** The script that shows a PDF file in a locked document, fetched with the first one. Absent: such files are not shown. */
  readonly pdfViewer?: () => Promise<string>
  /** Opens a thread, or makes it. */
  open(threadId: string): Promise<Conversation>
  /** How many files a thread would take with it. */
  countFiles(threadId: string): Promise<number>
  /** Deletes a thread; its files with it, or into the shared area. */
  remove(threadId: string, files: 'delete' | 'keep'): Promise<void>
  /** Forgets the variables that programs of a thread have left. */
  endSession(threadId: string): void
}
