import type { ConversationOptions } from '../conversation/conversation-options.ts'
import { ask, callPart, createWorld, doublingTool, openTab, say, type Tab, type World } from '../conversation/testing/open-tab.ts'
import type { FileSystem } from '../files/file-system.ts'
import { createMemoryFiles } from '../files/memory-files.ts'
import { toPath } from '../files/path.ts'
import type { CallRecord } from '../ledger/call-record.ts'
import { createBrowserJsEval } from '../tools/browser-js-eval.ts'
import { withCodeMode } from '../tools/code-mode.ts'
import { createExecutor } from '../tools/executor.ts'
import { createFileTools } from '../tools/file-tools.ts'
import type { Tool } from '../tools/tool.ts'
import { createNodeSandbox } from './node-sandbox.ts'

/** A world whose model writes one program, and then says "done". */
export interface ProgramWorld extends World {
  readonly files: FileSystem
  readonly code: string
}

export async function createProgramWorld(code: string, files: Readonly<Record<string, string>> = {}): Promise<ProgramWorld> {
  const memory = createMemoryFiles()
  for (const [path, text] of Object.entries(files)) await memory.write(toPath(path), text, { actor: 'user' })
  return { ...createWorld(), files: memory, code }
}

type More = Partial<ConversationOptions> & { readonly tools?: readonly Tool[] }

/** A tab of that world in code mode, with the file tools, `double` and the given tools for its programs. */
export function openProgramTab(world: ProgramWorld, { tools = [], ...more }: More = {}): Promise<Tab> {
  const evaluate = createBrowserJsEval({ sandbox: createNodeSandbox() })
  const executor = createExecutor([evaluate, doublingTool(world), ...createFileTools(world.files), ...tools])
  const answers = [ask(callPart('browser_js_eval', { code: world.code })), say('done')]
  return openTab(world, answers, { executor: () => withCodeMode(executor), ...more })
}

/** The tab after the program itself was allowed. */
export async function startProgram(world: ProgramWorld, more?: More): Promise<Tab> {
  const tab = await openProgramTab(world, more)
  await tab.conversation.send('go')
  if ((more?.initialMode ?? 'ask') !== 'auto') await tab.allow()
  return tab
}

/** The call of the program that waits for a person, by the place it has there. */
export async function waitingInner(tab: Tab, position: number) {
  const find = () =>
    [...tab.state.calls.values()].find(
      (call) => call.stage === 'awaiting' && call.record.parent !== undefined && call.record.position === position,
    )
  await tab.until(() => find() !== undefined)
  const call = find()
  if (call?.stage !== 'awaiting') throw new Error('It does not wait.')
  return call
}

/** What the programs of the thread have called, in the order called. */
export async function innerRecords({ storage }: World): Promise<readonly CallRecord[]> {
  const records = await storage.ledger.ofThread('thread')
  return records.filter(({ parent }) => parent !== undefined).toSorted((left, right) => left.position - right.position)
}

export async function programRecord({ storage }: World): Promise<CallRecord> {
  const record = (await storage.ledger.ofThread('thread')).find(({ parent }) => parent === undefined)
  if (!record) throw new Error('There is no program.')
  return record
}
