import { uncurry } from './intrinsics.ts'

/**
 * Runs `work` in a task of its own. Not by a timer: in a page that is not shown, timers wait for a second. The channel
 * is nobody's but ours, and a program that got hold of it could only make us look into an empty queue.
 */
export function createTaskQueue(): (work: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const post = uncurry(MessagePort.prototype.postMessage as (message: unknown) => void)
  let waiting: { readonly work: () => void; next: typeof waiting } | undefined
  let last: typeof waiting
  port1.addEventListener('message', () => {
    const task = waiting
    waiting = task?.next
    if (waiting === undefined) last = undefined
    task?.work()
  })
  port1.start()
  return (work) => {
    const task = { work, next: undefined }
    if (last === undefined) waiting = task
    else last.next = task
    last = task
    post(port2, null)
  }
}
