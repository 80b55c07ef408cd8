import {
  createExecutor,
  fingerprintOf,
  judgeCall,
  type Policy,
  type ThreadStorage,
  type Tool,
  type Verdict,
} from '@parley/browser'
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
    async mayReach(tool: Tool, domains: readonly string[]): Promise<boolean> {
      const fingerprint = await fingerprintOf(tool)
      const given = (await storage.grants.list())
        .filter((grant) => grant.tool === tool.spec.name && grant.fingerprint === fingerprint)
        .flatMap(({ scope }) => (scope.kind === 'effects' ? scope.effects : []))
      return domains.every((host) => given.some((effect) => effect.kind === 'network' && effect.host === host))
    },
    async letReach(tool: Tool, domains: readonly string[]): Promise<void> {
      await storage.grants.add({
        id: crypto.randomUUID(),
        tool: tool.spec.name,
        fingerprint: await fingerprintOf(tool),
        scope: { kind: 'effects', effects: domains.map((host) => ({ kind: 'network', host })) },
        createdAt: Date.now(),
        uses: 0,
      })
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
