import type { Frame } from './frame.ts'

/** Whether the frame's harness answers within the limit. A program that is waiting lets it answer, one that computes does not. */
export function pingFrame(frame: Frame, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const stopListening = frame.onMessage((message) => message.type === 'spun' && settle(true))
    const timer = setTimeout(() => settle(false), limitMs)
    const settle = (alive: boolean): void => {
      clearTimeout(timer)
      stopListening()
      resolve(alive)
    }
    frame.send({ type: 'spin', forMs: 0 })
  })
}
