/** For failures that nobody waits for: they appear where uncaught errors appear, in a page as in Node. */
export function reportUncaught(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  else {
    queueMicrotask(() => {
      throw error
    })
  }
}
