/** Longer than this nothing works in one go: a page that answers later feels stuck. */
const AT_ONCE_MS = 12

/** Gives the page a turn whenever work has gone on for too long without one. */
export function createPacer(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < AT_ONCE_MS) return
    await nextTask()
    since = performance.now()
  }
}

/** By a message where there is one: timers wait for a second in a page that is not shown. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const goOn = (): void => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', goOn)
    port1.start()
    port2.postMessage(null)
  })
}
