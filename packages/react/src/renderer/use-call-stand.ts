import { type Conversation, memoryBook } from '@parley/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../language/words.tsx'
import { type CallStandOptions, openCallStand } from './call-stand.ts'

/** The stand of one finished message; opened once per message id. */
export function useCallStand(options: CallStandOptions): Conversation | undefined {
  const [stand, setStand] = useState<Conversation>()
  const [ownBook] = useState(memoryBook)
  const tell = useEffectEvent<CallStandOptions['onResult']>((result, call) => options.onResult(result, call))
  const spoken = useLanguage()
  const language = useEffectEvent(() => options.language?.() ?? spoken)
  const open = useEffectEvent((message: string, onResult: CallStandOptions['onResult']) => {
    const own = { book: options.book ?? ownBook, language: () => language(), onResult }
    return openCallStand({ ...options, ...own, message: { ...options.message, id: message } })
  })
  const { id } = options.message
  useEffect(() => {
    let left = false
    let opened: Conversation | undefined
    const tellHere: CallStandOptions['onResult'] = (result, call) => {
      if (!left) tell(result, call)
    }
    const begin = async () => {
      // React's strict mode draws everything twice: what is left again at once must not have started a tool.
      await Promise.resolve()
      if (left) return
      opened = await open(id, tellHere)
      if (left) opened.close()
      else setStand(opened)
    }
    void begin()
    return () => {
      left = true
      opened?.close()
    }
  }, [id])
  return stand
}
