import {
  type Conversation,
  type Done,
  isGuestThread,
  isPageModel,
  type ServerThreadList,
  type ThreadMoves,
  type ThreadState,
} from '@parley/browser'
import { Cloud, CloudOff } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useWords } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { usePress } from '../parts/use-press.ts'
import { useThreadState } from '../runtime/use-studio-runtime.ts'
import { useSettings } from '../settings/use-settings.tsx'
import type { StudioServices } from '../studio/studio-services.ts'

interface PlaceSwitchProps {
  readonly services: StudioServices
  readonly conversation: Conversation
}

const never = () => () => {}

/** The threads of the server as they were last seen. Undefined: the studio was opened without one. */
function useServerThreads({ serverThreads }: StudioServices): ServerThreadList | undefined {
  return useSyncExternalStore(serverThreads?.subscribe ?? never, () => serverThreads?.getSnapshot())
}

/** Whether the conversation goes on while the page is closed. Offered only where a server keeps threads. */
export default function PlaceSwitch({ services, conversation }: PlaceSwitchProps) {
  const list = useServerThreads(services)
  const [settings] = useSettings()
  const { server } = useThreadState(conversation)
  const isOffered = list?.kind === 'known' || server !== undefined
  if (!conversation.moves || !isOffered || isGuestThread(conversation.id)) return null
  const model = async () => (await services.modelOf?.(conversation.id))?.get()?.id ?? settings.model ?? ''
  return <Switch moves={conversation.moves} server={server} model={model} />
}

interface SwitchProps {
  readonly moves: ThreadMoves
  /** Absent: the thread lives in this browser. */
  readonly server: ThreadState['server']
  /** The one that the next question goes to. */
  readonly model: () => Promise<string>
}

function Switch({ moves, server, model }: SwitchProps) {
  const words = useWords()
  const [asking, setAsking] = useState(false)
  const { problem, busy, press } = usePress()
  const isOn = server !== undefined
  const Icon = isOn ? Cloud : CloudOff
  const leave = () => {
    setAsking(false)
    press(() => moves.moveTo('browser'))
  }
  // What a page runs stays in it: the server could neither ask it nor should have the conversation.
  const go = async (): Promise<Done> => {
    if (!isPageModel(await model())) return await moves.moveTo('server')
    const { message: error, words: told } = (await import('@parley/browser/page-model')).staysHere()
    return { ok: false, error, ...(told && { words: told }) }
  }
  const turn = () => {
    if (!isOn) return press(go)
    if (server.status === undefined) leave()
    else setAsking(true)
  }
  return (
    <>
      <Button
        tone="quiet"
        role="switch"
        aria-checked={isOn}
        data-testid="place-switch"
        disabled={busy}
        title={isOn ? words.agent.agentHint : words.agent.chatHint}
        onClick={turn}
        className={isOn ? 'text-parley' : ''}
      >
        <Icon aria-hidden="true" className="size-4 @2xl:hidden" />
        <span className="@max-2xl:sr-only">{words.agent.worksOn}</span>
        <span
          aria-hidden="true"
          className={`flex h-4.5 w-8 items-center rounded-full border p-0.5 transition-colors @max-2xl:hidden ${isOn ? 'justify-end border-parley bg-parley' : 'border-line-strong bg-well'}`}
        >
          <span className={`size-3 rounded-full ${isOn ? 'bg-parley-ink' : 'bg-line-strong'}`} />
        </span>
      </Button>
      <Problem text={problem} />
      <Dialog open={asking} onClose={() => setAsking(false)} title={words.agent.backTitle} description={words.agent.backText}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setAsking(false)}>{words.action.cancel}</Button>
          <Button tone="primary" onClick={leave}>
            {words.agent.backYes}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
