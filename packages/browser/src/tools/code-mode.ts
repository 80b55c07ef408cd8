import { findFunctions, type JsonValue, toolFunctions } from '@parley/dialects'
import { say } from '../words/tools.ts'
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
  const inner = innerExecutor(executor)
  const programs = whole.specs.flatMap(({ name }) => whole.find(name)?.program ?? [])
  if (programs.length === 0) return executor
  const find = (name: string) => whole.find(name)?.program ?? whole.find(name)
  return {
    get specs() {
      const functions = toolFunctions(inner.specs, contextTokens)
      return programs.map(({ spec }) => ({ ...spec, description: `${spec.description}\n\n${functions}` }))
    },
    find,
    execute: whole.execute,
    inner,
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
