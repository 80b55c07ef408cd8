import { createBrowserJsEval, createFilesBridge, createFileTools, type Policy, type Tool } from '@parley/browser'
import type { FileSystem, ThreadAreas } from '@parley/browser/files'
import type { Sandbox } from '@parley/browser/sandbox'
import type { SettingsStore } from '@parley/react'
import type { OpenedPython } from './open-python.ts'

/** What one thread works with. */
export interface ThreadKit {
  readonly files: FileSystem
  readonly workspace: FileSystem
  readonly tools: readonly Tool[]
  /** The tool for Python over the same files. The same each time. */
  pythonTool(python: OpenedPython): Tool
}

export interface ThreadKitsOptions {
  readonly areas: ThreadAreas
  readonly sandbox: Sandbox
  readonly settings: SettingsStore
  readonly policy: Policy
  /** As they were when the page was loaded: the page cannot reach others before it is loaded again. */
  readonly hosts: readonly string[]
}

/** The session that programs of a thread share, when they share one. */
export const sessionOf = (threadId: string): string => `thread ${threadId}`

/** Makes the kit of a thread once: its tools remember which files the model has seen. */
export function createThreadKits({ areas, sandbox, settings, policy, hosts }: ThreadKitsOptions): (id: string) => ThreadKit {
  const kits = new Map<string, ThreadKit>()
  const [host, ...more] = hosts
  const make = (threadId: string): ThreadKit => {
    const files = areas.filesOf(threadId)
    const session = () => (settings.get().keepSession ? sessionOf(threadId) : undefined)
    const bridge = createFilesBridge(files, policy)
    let forPython: Tool | undefined
    const evaluate = createBrowserJsEval({
      charts: true,
      sandbox,
      session,
      files: bridge,
      ...(host !== undefined && { network: { hosts: [host, ...more] } }),
    })
    return {
      files,
      workspace: areas.workspaceOf(threadId),
      tools: [evaluate, ...createFileTools(files, { apart: areas.areas.map(({ at }) => at) })],
      pythonTool: (python) => (forPython ??= python.toolFor({ session, files: bridge })),
    }
  }
  return (threadId) => {
    const kit = kits.get(threadId) ?? make(threadId)
    kits.set(threadId, kit)
    return kit
  }
}
