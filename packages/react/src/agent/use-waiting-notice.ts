import { useEffect, useRef } from 'react'
import { useWords } from '../language/words.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import { goToThread } from '../studio/thread-address.ts'
import { countCalls, type WaitingThread } from './use-waiting-threads.ts'

/** A message of the system when more waits than before and nobody looks at the page. Only for who asked for it. */
export function useWaitingNotice(waiting: readonly WaitingThread[]): void {
  const words = useWords()
  const [{ notify }] = useSettings()
  const before = useRef(0)
  const count = countCalls(waiting)
  useEffect(() => {
    const isMore = count > before.current
    before.current = count
    const [first] = waiting
    if (!isMore || !first || !notify || document.visibilityState === 'visible') return
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    const notice = new Notification(words.agent.notice({ count }), {
      body: waiting.map(({ title, calls }) => `${title}: ${calls.join(', ')}`).join('\n'),
      tag: 'parley-waiting',
      icon: '/icon.svg',
    })
    notice.addEventListener('click', () => {
      window.focus()
      goToThread(first.id)
      notice.close()
    })
  }, [count, waiting, notify, words])
}
