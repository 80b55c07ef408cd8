import { startHarness } from './harness.ts'
import { removeFrames } from './no-frames.ts'
import { holdDocumentOpen } from './still-document.ts'

// The entry of the locked document. The first message that brings a port is the page's; there is never a second.
startHarness({
  listen(onPort) {
    addEventListener('message', function hearPort(event) {
      const port = event.ports[0]
      if (port === undefined) return
      removeEventListener('message', hearPort)
      onPort(port)
    })
  },
  settle(warn) {
    holdDocumentOpen()
    removeFrames(warn)
  },
})
