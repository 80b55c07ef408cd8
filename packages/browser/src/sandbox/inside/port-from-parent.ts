/**
 * Waits for the port that the page sends. Other frames can post to this window as well, and one in which a program runs
 * would gladly send a port of its own first: only the parent is heard. There is never a second port.
 */
export function fromParent(): (onPort: (port: MessagePort, greeting: unknown) => void) => void {
  // Read now: the lock puts something else in its place.
  const page = globalThis.parent
  return (onPort) => {
    addEventListener('message', function hearPort(event) {
      const port = event.ports[0]
      if (port === undefined || event.source !== page) return
      removeEventListener('message', hearPort)
      onPort(port, event.data)
    })
  }
}
