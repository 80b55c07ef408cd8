import type { ThreadRecord } from '@parley/browser'
import type { FileSystem } from '@parley/browser/files'
import { isJsonObject } from '@parley/dialects'
import { readInstructions, readProject, type StudioSettings, systemPrompt } from '@parley/react'

/** Who is asked, and how, with the messages of a thread. */
export async function requestOf(settings: StudioSettings, thread: ThreadRecord, files: FileSystem) {
  const { model = await usualModel(), temperature, maxTokens, systemPrompt: general } = settings
  const system = systemPrompt({ general, instructions: readInstructions(thread), project: await readProject(files) })
  return {
    model,
    ...(system !== undefined && { system }),
    ...((temperature !== undefined || maxTokens !== undefined) && {
      settings: { ...(temperature !== undefined && { temperature }), ...(maxTokens !== undefined && { maxTokens }) },
    }),
  }
}

/** Whoever asks before the page knows the models is answered by the one that the server would choose. A server that is away is told by the request itself. */
async function usualModel(): Promise<string> {
  const list: unknown = await fetch('/api/models')
    .then((response) => response.json())
    .catch(() => undefined)
  return isJsonObject(list) && typeof list['default'] === 'string' ? list['default'] : ''
}
