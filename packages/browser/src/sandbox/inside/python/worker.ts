import { startPython } from './harness.ts'

// The entry of the worker. Its first message brings the page's port; there is never a second.
startPython((onPort) => {
  addEventListener('message', function hearPort(event) {
    const port = event.ports[0]
    if (port === undefined) return
    removeEventListener('message', hearPort)
    onPort(port)
  })
})
