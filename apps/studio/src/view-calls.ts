import { createExecutor, judgeCall, type Policy, type ThreadStorage, type Tool, type Verdict } from '@parley/browser'
import type { JsonObject, ToolResult } from '@parley/dialects'
import type { SettingsStore } from '@parley/react'

export interface ViewCallsParts {
  readonly policy: Policy
  readonly storage: ThreadStorage
  readonly settings: SettingsStore
}

const callOf = (tool: Tool, input: JsonObject) =>
  ({ type: 'tool-call', id: crypto.randomUUID(), name: tool.spec.name, input }) as const

/** Calls that a view of a server makes: judged by the same rules as a model's, though no model made them. */
export function createViewCalls({ policy, storage, settings }: ViewCallsParts) {
  return {
    async judge(threadId: string, tool: Tool, input: JsonObject): Promise<Verdict> {
      const judgement = await judgeCall(callOf(tool, input), 0, {
        threadId,
        executor: createExecutor([tool]),
        policy,
        grants: storage.grants,
        mode: async () => (await storage.threads.find(threadId))?.mode ?? 'ask',
        now: Date.now,
      })
      if (judgement.kind === 'invalid') throw new Error(judgement.words)
      return judgement.verdict
    },
    run: (tool: Tool, input: JsonObject): Promise<ToolResult> =>
      createExecutor([tool]).execute(callOf(tool, input), {
        callId: `view.${crypto.randomUUID()}`,
        language: settings.get().language,
        onProgress: () => {},
        human: () => Promise.reject(new Error('Nobody is asked inside a view.')),
        signal: new AbortController().signal,
      }),
  }
}
