import type { ChatRequest } from '../canonical/message.ts'
import type { Layer } from '../respond.ts'
import { ToolContext } from './tool-context.ts'
import type { Toolset } from './toolset.ts'

/** Adds to the system prompt what a model should know of the toolsets it is offered, in text dialects and natively. */
export function withToolsets(toolsets: readonly Toolset[]): Layer {
  return (next) => (request, signal) => next(explainToolsets(request, toolsets), signal)
}

/** The same request with a section for every toolset of which a tool is offered. Same request, same bytes. */
export function explainToolsets(request: ChatRequest, toolsets: readonly Toolset[]): ChatRequest {
  const context = new ToolContext({ toolsets, tools: request.tools ?? [], choice: request.toolChoice ?? 'auto' })
  const text = context.fragments().join('\n\n')
  if (text === '') return request
  const systems = request.messages.filter(({ role }) => role === 'system')
  const others = request.messages.filter(({ role }) => role !== 'system')
  const fragment = { role: 'system', id: 'toolsets', parts: [{ type: 'text', text }] } as const
  return { ...request, messages: [...systems, fragment, ...others] }
}
