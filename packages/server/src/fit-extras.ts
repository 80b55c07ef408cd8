import type { ChatRequest, ToolSpec } from '@parley/dialects'
import { untoldExtras } from '@parley/dialects/wire'
import { refusal } from './http-fault.ts'
import type { FoundModel } from './model-catalog.ts'
import { say } from './words.ts'

export interface FittedRequest {
  readonly request: ChatRequest
  /** Fields of the client's request that this model is not told of. None of them changes what an answer is. */
  readonly ignored: readonly string[]
}

/** Keeps of a request's extras what the model's server can be told, and names the rest. A shape that the answer would not have is refused. */
export function fitExtras(request: ChatRequest, { provider, speech }: FoundModel): FittedRequest {
  const { extras, ...rest } = request
  const told = extras !== undefined && provider.format === extras.format
  const taught = speech.dialect !== undefined && (request.tools ?? []).length > 0 && request.toolChoice !== 'none'
  if (extras?.shape !== undefined && (!told || taught)) throw shapeless(extras.shape, told)
  const nested = untoldExtras({ ...request, ...(taught && { tools: [] }) }, provider.format, provider.shares)
  // What is taught in words has no room for what a format says besides.
  const ofTools = taught ? untoldExtras({ ...request, messages: [] }, undefined) : []
  const settings = (request.settings && provider.leavesOut?.(request.settings)) ?? []
  const ignored = [
    ...Object.keys(told ? {} : (extras?.fields ?? {})),
    ...(extras?.lost ?? []),
    ...settings,
    ...nested,
    ...ofTools,
  ]
  const fitted = told ? request : rest
  const tools = request.tools?.filter((tool) => !tool.deferred || knowsDeferred(tool, { provider, speech }))
  return { request: tools ? { ...fitted, tools } : fitted, ignored }
}

/** Everybody else is told of a deferred tool once it was referred to. */
function knowsDeferred({ extras }: ToolSpec, { provider, speech }: Pick<FoundModel, 'provider' | 'speech'>): boolean {
  return speech.dialect === undefined && extras !== undefined && extras.format === provider.format
}

function shapeless(field: string, told: boolean) {
  return refusal('request/invalid', say(told ? 'request.shape-taught' : 'request.shape-format', { field }), { field })
}
