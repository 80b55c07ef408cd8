import { useCallback, useEffect, useState } from 'react'
import type { StudioServices } from '../studio/studio-services.ts'
import { type Instructions, keepInstructions, PROJECT_FILE, readInstructions, readProject } from './instructions.ts'

interface KnownInstructions {
  readonly instructions: Instructions
  readonly project: string | undefined
}

/** What holds in a conversation, also after a change in another tab or of the file. Undefined until it was read. */
export function useInstructions(
  services: StudioServices,
  threadId: string,
): readonly [KnownInstructions | undefined, (next: Instructions) => void] {
  const [known, setKnown] = useState<KnownInstructions>()
  const { threads } = services.storage
  useEffect(() => {
    let left = false
    const files = services.filesOf(threadId)
    const read = async () => {
      const [thread, project] = await Promise.all([threads.find(threadId), readProject(files)])
      if (!left) setKnown({ instructions: readInstructions(thread), project })
    }
    void read()
    const ends = [
      threads.watch((changed) => void (changed === threadId && read())),
      files.watch((changes) => void (changes.some(({ path }) => path === PROJECT_FILE) && read())),
    ]
    return () => {
      left = true
      for (const end of ends) end()
    }
  }, [services, threads, threadId])
  const keep = useCallback((next: Instructions) => void keepInstructions(threads, threadId, next), [threads, threadId])
  return [known, keep]
}
