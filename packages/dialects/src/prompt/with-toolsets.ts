import type { Layer } from '../respond.ts'
import { ToolContextBuilder } from './tool-context-builder.ts'
import type { Toolset } from './toolset.ts'

/** Adds to the system prompt what a model should know of the toolsets it is offered, in text dialects and natively. */
export function withToolsets(toolsets: readonly Toolset[]): Layer {
  return (next) => (request, signal) => {
    const context = new ToolContextBuilder({ toolsets, tools: request.tools ?? [], choice: request.toolChoice ?? 'auto' })
    const text = context.fragments().join('\n\n')
    if (text === '') return next(request, signal)
    const systems = request.messages.filter(({ role }) => role === 'system')
    const others = request.messages.filter(({ role }) => role !== 'system')
    const fragment = { role: 'system', id: 'toolsets', parts: [{ type: 'text', text }] } as const
    return next({ ...request, messages: [...systems, fragment, ...others] }, signal)
  }
}
