import { findFunctions, type JsonValue, toolFunctions } from '@parley/dialects'
import { say } from '../words/tools.ts'
import { createExecutor } from './executor.ts'
import { type Executor, type Tool, wholeOf } from './tool.ts'

export interface CodeModeOptions {
  /** How much the model reads at once. Absent: as little as is usual. */
  readonly contextTokens?: number | undefined
}

const isProgramTool = (tool: Tool | undefined): boolean => tool?.program !== undefined || tool?.mayCall !== undefined

/**
 * Lets programs call the other tools. A model is taught the tools that run programs, and the others as functions of a program; one that
 * calls another by itself is still understood. Without a tool that runs programs everything stays as it is.
 */
export function withCodeMode(executor: Executor, { contextTokens }: CodeModeOptions = {}): Executor {
  const whole = wholeOf(executor)
  const programs = whole.specs.flatMap(({ name }) => whole.find(name)?.program ?? [])
  if (programs.length === 0) return executor
  const taught = (inner: Executor): Executor => ({
    get specs() {
      const functions = toolFunctions(inner.specs, contextTokens)
      return programs.map(({ spec }) => ({ ...spec, description: `${spec.description}\n\n${functions}` }))
    },
    find: (name) => whole.find(name)?.program ?? whole.find(name) ?? inner.find(name),
    execute: whole.execute,
    inner,
    withInner: (tools) => taught(joined(inner, createExecutor(tools))),
  })
  return taught(innerExecutor(executor))
}

/** What the page has under a name comes first. */
function joined(near: Executor, far: Executor): Executor {
  const isFar = (name: string) => near.find(name) === undefined && near.whyNot?.(name) === undefined
  return {
    ...near,
    get specs() {
      return [...near.specs, ...far.specs.filter(({ name }) => isFar(name))]
    },
    find: (name) => (isFar(name) ? far.find(name) : near.find(name)),
    execute: (call, context) => (isFar(call.name) ? far : near).execute(call, context),
  }
}

/** What a program may call: everything but another program. */
export function innerExecutor(executor: Executor): Executor {
  if (executor.inner) return executor.inner
  const whole = wholeOf(executor)
  return {
    get specs() {
      return whole.specs.filter(({ name }) => !isProgramTool(whole.find(name)))
    },
    find(name) {
      const tool = whole.find(name)
      return isProgramTool(tool) ? undefined : tool
    },
    whyNot: (name) => (isProgramTool(whole.find(name)) ? say('program.nested', { name }) : undefined),
    execute: whole.execute,
  }
}

export const searchTools = ({ specs }: Executor, words: string): JsonValue => findFunctions(specs, words)
