import {
  createBrowserJsEval,
  createFilesBridge,
  createFileTools,
  type Policy,
  type ThreadStorage,
  type Tool,
} from '@parley/browser'
import type { FileSystem, ThreadAreas } from '@parley/browser/files'
import { openRehearsals, type Rehearsal, type Rehearsals } from '@parley/browser/rehearsal'
import type { Sandbox } from '@parley/browser/sandbox'
import type { OpenedPython } from './open-python.ts'
import type { ThreadKit } from './thread-kits.ts'

/** What a thread rehearses with: the same tools as for real, over a copy of its files. */
export interface RehearsalKit {
  readonly rehearsal: Rehearsal
  readonly files: FileSystem
  readonly tools: readonly Tool[]
  pythonTool(python: OpenedPython): Tool
}

export interface RehearsalKitsOptions {
  readonly areas: ThreadAreas
  readonly storage: ThreadStorage
  readonly sandbox: Sandbox
  readonly policy: Policy
  readonly kitOf: (threadId: string) => ThreadKit
  /** Offered as for real: a call that names one is refused by its effects, and a person may let it out. */
  readonly hosts: readonly string[]
}

export interface RehearsalKits {
  of(threadId: string): RehearsalKit
  remove(threadId: string): Promise<void>
}

export async function openRehearsalKits({ storage, ...parts }: RehearsalKitsOptions): Promise<RehearsalKits> {
  const rehearsals = await openRehearsals()
  const note = (threadId: string) => void noteWaiting(storage, rehearsals, threadId)
  rehearsals.watch(note)
  const kits = new Map<string, RehearsalKit>()
  return {
    of(threadId) {
      const kit = kits.get(threadId) ?? makeKit(threadId, rehearsals, parts)
      if (!kits.has(threadId)) note(threadId)
      kits.set(threadId, kit)
      return kit
    },
    remove: (threadId) => rehearsals.remove(threadId),
  }
}

/** Programs keep no variables from one to the next: what they left behind could not be let go with the copy. */
function makeKit(
  threadId: string,
  rehearsals: Rehearsals,
  { areas, sandbox, policy, kitOf, hosts: [host, ...more] }: Omit<RehearsalKitsOptions, 'storage'>,
): RehearsalKit {
  const rehearsal = rehearsals.of(threadId, kitOf(threadId).files)
  const files = areas.guarded(rehearsal.files)
  const bridge = createFilesBridge(files, policy, { rehearses: true })
  let forPython: Tool | undefined
  const evaluate = createBrowserJsEval({
    charts: true,
    sandbox,
    files: bridge,
    ...(host !== undefined && { network: { hosts: [host, ...more] } }),
  })
  return {
    rehearsal,
    files,
    tools: [evaluate, ...createFileTools(files, { apart: areas.areas.map(({ at }) => at) })],
    pythonTool: (python) => (forPython ??= python.toolFor({ files: bridge })),
  }
}

/** The list of threads tells which of them have something waiting, without opening any copy. */
async function noteWaiting({ threads }: ThreadStorage, rehearsals: Rehearsals, threadId: string): Promise<void> {
  const waits = (await rehearsals.waiting()).includes(threadId)
  const thread = await threads.find(threadId)
  if (!thread || (thread.rehearses ?? false) === waits) return
  await threads.change(threadId, ({ rehearses: _past, ...rest }) => (waits ? { ...rest, rehearses: true } : rest))
}
