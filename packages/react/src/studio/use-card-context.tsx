import type { Conversation, KnownCall, RuleNote } from '@parley/browser'
import { type ReactNode, useMemo } from 'react'
import type { CallCardContext } from '../call-card/call-actions.tsx'
import { useWords } from '../language/words.tsx'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import type { StudioServices } from './studio-services.ts'

const AppView = fetchedPart(() => import('../mcp/app/app-view.tsx'))

/** What a server draws of a result, where it does. */
function viewOf(call: KnownCall, services: StudioServices, threadId: string, onMessage: (text: string) => void): ReactNode {
  const { mcp } = services
  const view = services.toolsOf(threadId).find(({ spec }) => spec.name === call.record.call.name)?.view
  return (
    mcp &&
    view && (
      <WhenFetched waiting={null} failed={null}>
        <AppView call={call} view={view} mcp={mcp} threadId={threadId} onMessage={onMessage} />
      </WhenFetched>
    )
  )
}

/** What a call did for real; if that is nothing, what it did on the copy. */
async function undoCall({ filesOf, rehearsalOf }: StudioServices, { id, getSnapshot }: Conversation, callId: string) {
  const by = { actor: 'user' } as const
  const undone = await filesOf(id).history.undo(callId, by)
  if (undone.restored.length + undone.conflicts.length > 0 || !getSnapshot().rehearses || !rehearsalOf) return undone
  return await (await rehearsalOf(id)).files.history.undo(callId, by)
}

/** What the cards of a conversation need, wherever on the page they stand. */
export function useCardContext(
  services: StudioServices,
  conversation: Conversation,
  onSeeRule: ((note: RuleNote) => void) | undefined,
  onMessage: (text: string) => void,
): CallCardContext {
  const words = useWords()
  const [settings] = useSettings()
  const { letterKeys } = settings
  return useMemo(
    () => ({
      actions: conversation,
      executor: { find: (name) => services.toolsOf(conversation.id).find((tool) => tool.spec.name === name) },
      restoreFiles: async (callId) => {
        const { restored, conflicts } = await undoCall(services, conversation, callId)
        if (conflicts.length > 0) return words.call.conflicts({ paths: conflicts.join(', ') })
        return restored.length === 0 ? words.call.nothingToRestore : undefined
      },
      saveFile: async (file) => (await import('../files/save-file.ts')).saveFile(services.workspaceOf(conversation.id), file),
      viewOf: (call) => viewOf(call, services, conversation.id, onMessage),
      ...(onSeeRule && { seeRule: onSeeRule }),
      letterKeys,
      ...(services.forms && { forms: services.forms }),
      ...(services.renders && { renders: services.renders }),
    }),
    [services, conversation, letterKeys, onSeeRule, onMessage, words],
  )
}
