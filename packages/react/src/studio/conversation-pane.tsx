import { AssistantRuntimeProvider } from '@assistant-ui/react'
import type { Conversation, RuleNote } from '@parley/browser'
import { useMemo, useState } from 'react'
import { type CallSurroundings, CallSurroundingsProvider } from '../call-card/call-actions.tsx'
import { Problem } from '../call-card/problem.tsx'
import { useCallKeys } from '../keys/use-call-keys.ts'
import { useWords } from '../language/words.tsx'
import { useStudioRuntime, useThreadState } from '../runtime/use-studio-runtime.ts'
import { useSettings } from '../settings/use-settings.tsx'
import { Announcer } from '../thread/announcer.tsx'
import { Composer } from '../thread/composer.tsx'
import { AutoBar, ModeChip, PausedBar } from '../thread/mode-chip.tsx'
import { Thread } from '../thread/thread.tsx'
import { Welcome } from '../thread/welcome.tsx'
import { ModelChips } from './model-chips.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import type { Workshop } from './workshop.ts'

interface ConversationPaneProps {
  readonly workshop: Workshop
  readonly conversation: Conversation
  readonly onSeeRule: (note: RuleNote) => void
}

/** The open thread with everything around it that speaks about it. */
export function ConversationPane({ workshop, conversation, onSeeRule }: ConversationPaneProps) {
  const [settings, change] = useSettings()
  const state = useThreadState(conversation)
  const [problem, setProblem] = useState<string>()
  const runtime = useStudioRuntime(conversation, state, setProblem)
  const surroundings = useSurroundings(workshop, conversation, onSeeRule)
  useCallKeys(settings.letterKeys)
  useDocumentTitle(state)
  const stopAuto = () => {
    conversation.stop()
    void conversation.setMode('ask')
  }
  const pause = () => {
    if (!settings.paused) conversation.stop()
    change({ paused: !settings.paused })
  }
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <CallSurroundingsProvider value={surroundings}>
        {settings.paused && <PausedBar onResume={() => change({ paused: false })} />}
        {state.mode === 'auto' && !settings.paused && <AutoBar onStop={stopAuto} />}
        <Thread conversation={conversation} state={state} files={workshop.workspaceOf(conversation.id)} welcome={<Welcome />}>
          <Problem text={problem} />
          <Composer
            onStop={() => conversation.stop()}
            chips={
              <>
                <ModeChip
                  mode={state.mode}
                  paused={settings.paused}
                  onChange={(mode) => void conversation.setMode(mode)}
                  onPause={pause}
                />
                <ModelChips />
              </>
            }
          />
        </Thread>
        <Announcer state={state} />
      </CallSurroundingsProvider>
    </AssistantRuntimeProvider>
  )
}

function useSurroundings(workshop: Workshop, conversation: Conversation, onSeeRule: (note: RuleNote) => void): CallSurroundings {
  const words = useWords()
  const [settings] = useSettings()
  const { letterKeys } = settings
  return useMemo(
    () => ({
      desk: conversation,
      executor: { find: (name) => workshop.toolsOf(conversation.id).find((tool) => tool.spec.name === name) },
      restoreFiles: async (callId) => {
        const { restored, conflicts } = await workshop.filesOf(conversation.id).history.undo(callId, { actor: 'user' })
        if (conflicts.length > 0) return words.call.conflicts(conflicts.join(', '))
        return restored.length === 0 ? words.call.nothingToRestore : undefined
      },
      seeRule: onSeeRule,
      letterKeys,
      ...(workshop.forms && { forms: workshop.forms }),
      ...(workshop.renders && { renders: workshop.renders }),
    }),
    [workshop, conversation, letterKeys, onSeeRule, words],
  )
}
