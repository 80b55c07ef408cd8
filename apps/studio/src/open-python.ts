import type { Tool } from '@parley/browser'
import {
  type BrowserPythonEvalOptions,
  createBrowserPythonEval,
  createPythonSandbox,
  type PythonSandbox,
} from '@parley/browser/python'

/** Python, fetched when somebody switches it on. */
export interface OpenedPython {
  readonly sandbox: PythonSandbox
  toolFor(options: Omit<BrowserPythonEvalOptions, 'sandbox'>): Tool
}

export function openPython(): OpenedPython {
  const sandbox = createPythonSandbox()
  return { sandbox, toolFor: (options) => createBrowserPythonEval({ ...options, sandbox }) }
}
