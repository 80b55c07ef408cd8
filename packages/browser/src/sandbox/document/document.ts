import {
  brokerScript,
  brokerScriptHash,
  frameScript,
  frameScriptHash,
  previewScript,
  pythonScript,
  pythonScriptHash,
} from './harness.generated.ts'
import { type Headers, previewHeaders, pythonHeaders, sandboxHeaders } from './headers.ts'

export interface SandboxDocument {
  readonly html: string
  /** Without these the document is not locked, and the sandbox refuses to run in it. */
  readonly headers: Headers
}

/** The locked document, to the byte. Serve it at any address, with exactly these headers. */
export function sandboxDocument(): SandboxDocument {
  return { html: markup(frameScript), headers: sandboxHeaders(frameScriptHash) }
}

/** The same for browsers that run sandboxed frames inside the page: programs run in a worker and have no document. */
export function sandboxWorkerDocument(): SandboxDocument {
  return { html: markup(brokerScript), headers: sandboxHeaders(brokerScriptHash, 'blob:') }
}

/** The document that pages of a conversation are shown in, with their scripts. */
export function previewDocument(): SandboxDocument {
  return { html: markup(previewScript), headers: previewHeaders() }
}

/** The document that Python runs in, in a worker of it. JavaScript cannot be made from text there. */
export function pythonDocument(): SandboxDocument {
  return { html: markup(pythonScript), headers: pythonHeaders(pythonScriptHash) }
}

/** All documents, at the addresses the studio serves them from. */
export function sandboxPages(): readonly (SandboxDocument & { readonly path: string })[] {
  return [
    { path: '/sandbox.html', ...sandboxDocument() },
    { path: '/sandbox-worker.html', ...sandboxWorkerDocument() },
    { path: '/preview.html', ...previewDocument() },
    { path: '/python.html', ...pythonDocument() },
  ]
}

function markup(script: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title></head><body><script>${script}</script></body></html>\n`
}
