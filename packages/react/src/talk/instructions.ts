import type { ThreadRecord, ThreadStore } from '@parley/browser'
import { type FileSystem, isFileError, type Path, toPath } from '@parley/browser/files'
import { isJsonObject, type JsonObject } from '@parley/dialects'

/** What a conversation has of its own to say to the model. */
export interface Instructions {
  /** Instead of the system prompt of the settings. Empty: that one. */
  readonly own: string
  /** The instructions of the project are left out. */
  readonly skipsProject: boolean
}

const KEY = 'instructions'

/** What is kept with the thread, as far as it can be believed. */
export function readInstructions(thread: Pick<ThreadRecord, 'settings'> | undefined): Instructions {
  const kept = thread?.settings?.[KEY]
  const { own, skipsProject } = isJsonObject(kept) ? kept : {}
  return { own: typeof own === 'string' ? own : '', skipsProject: skipsProject === true }
}

export async function keepInstructions(
  threads: ThreadStore,
  threadId: string,
  { own, skipsProject }: Instructions,
): Promise<void> {
  const kept: JsonObject = { ...(own.trim() !== '' && { own }), ...(skipsProject && { skipsProject }) }
  await threads.change(threadId, (thread) => ({ ...thread, settings: { ...thread.settings, [KEY]: kept } }))
}

/** One file for all conversations. A model changes it only when somebody says so, as everything in the shared area. */
export const PROJECT_FILE: Path = toPath('/shared/AGENTS.md')
const MOST_CHARACTERS = 32_000

/** Undefined: there is none. */
export async function readProject(files: FileSystem): Promise<string | undefined> {
  try {
    const { data } = await files.read(PROJECT_FILE, { actor: 'user' })
    const text = typeof data === 'string' ? data.trim().slice(0, MOST_CHARACTERS).toWellFormed() : ''
    return text === '' ? undefined : text
  } catch (error) {
    if (isFileError(error)) return undefined
    throw error
  }
}

interface PromptParts {
  /** The one of the settings. */
  readonly general: string
  readonly instructions: Instructions
  readonly project: string | undefined
}

/** What stands before everything that is said. Undefined: nothing. */
export function systemPrompt({ general, instructions, project }: PromptParts): string | undefined {
  const own = instructions.own.trim() === '' ? general : instructions.own
  const parts = [
    own.trim(),
    project !== undefined && !instructions.skipsProject ? `Instructions of the project (${PROJECT_FILE}):\n\n${project}` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join('\n\n')
}
