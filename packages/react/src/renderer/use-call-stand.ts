import type { Conversation } from '@parley/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { type CallStandOptions, openCallStand } from './call-stand.ts'

/** The stand of one finished message; opened once per message id. */
export function useCallStand(options: CallStandOptions): Conversation | undefined {
  const [stand, setStand] = useState<Conversation>()
  const tell = useEffectEvent<CallStandOptions['onResult']>((result, call) => options.onResult(result, call))
  const open = useEffectEvent(() => openCallStand({ ...options, onResult: (result, call) => tell(result, call) }))
  const { id } = options.message
  useEffect(() => {
    let left = false
    let opened: Conversation | undefined
    void open().then((conversation) => {
      opened = conversation
      if (left) conversation.close()
      else setStand(conversation)
      return id
    })
    return () => {
      left = true
      opened?.close()
    }
  }, [id])
  return stand
}
