import type { ThreadRecord } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { readInstructions, readProject, type StudioSettings, systemPrompt } from '@parley/react'

/** What stands before everything that is said in a thread: the settings' prompt or its own, and the project's file. */
export async function systemOf(
  { systemPrompt: general }: StudioSettings,
  thread: ThreadRecord,
  files: FileSystem,
): Promise<string | undefined> {
  return systemPrompt({ general, instructions: readInstructions(thread), project: await readProject(files) })
}
