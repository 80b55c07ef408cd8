import { fromParent } from '../port-from-parent.ts'

/** The script of the worker, put here when the documents are generated. */
declare const PYTHON_SCRIPT: string

// The entry of the document for Python: the page brings the interpreter's own script along with the port. It starts the worker and is done.
fromParent()((port, interpreter) => {
  if (typeof interpreter !== 'string') return
  const script = URL.createObjectURL(new Blob([interpreter, '\n', PYTHON_SCRIPT], { type: 'text/javascript' }))
  new Worker(script).postMessage('port', [port])
})
