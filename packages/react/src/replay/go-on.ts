import { forkCapsule, importCapsule, type ReplayedAnswer } from '@parley/browser'
import { capsuleFiles } from '../settings/data-page.tsx'
import type { StudioServices } from '../studio/studio-services.ts'
import { goToThread } from '../studio/thread-address.ts'
import { keepInstructions } from '../talk/instructions.ts'
import type { ReplaySetting, Trial } from './run-replays.ts'

interface Forking {
  readonly trial: Trial
  readonly setting: ReplaySetting
  readonly answer: ReplayedAnswer
  readonly side: 'then' | 'now'
}

/**
 * A new conversation that ends with one of the two answers. From now, it goes on as it was asked: with that model, in that dialect, with
 * that prompt; from then, with the model it had.
 */
export async function goOn(services: StudioServices, { trial, setting, answer, side }: Forking): Promise<void> {
  const { storage, workspaceOf, modelOf } = services
  const { source, column } = trial
  // What is the same was done already: its results stay.
  const parts = side === 'now' && answer.comparison.kind === 'different' ? answer.now : undefined
  const fork = forkCapsule(source.capsule, answer.messageId, parts)
  if (!fork) return
  const threadId = await importCapsule(fork, { storage, files: (id) => capsuleFiles(workspaceOf(id)) })
  if (side === 'now') {
    const kept = await modelOf?.(threadId)
    kept?.set({ id: column.model, ...(column.dialect !== '' && { dialect: column.dialect }) })
    if (setting.system.trim() !== '')
      await keepInstructions(storage.threads, threadId, { own: setting.system, skipsProject: true })
  }
  goToThread(threadId)
}
