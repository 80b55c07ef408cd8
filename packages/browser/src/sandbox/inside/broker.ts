import { fromParent } from './port-from-parent.ts'

/** The script of the worker, put here when the documents are generated. */
declare const WORKER_SCRIPT: string

// The entry of the locked document with a worker in it: it starts the worker, hands it the page's port and is done.
fromParent()((port) => {
  const script = URL.createObjectURL(new Blob([WORKER_SCRIPT], { type: 'text/javascript' }))
  new Worker(script).postMessage('port', [port])
})
