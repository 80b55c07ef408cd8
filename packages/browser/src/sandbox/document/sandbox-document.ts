/** The door for whoever serves the sandbox: pure, and usable at build time in Node. */
export {
  previewDocument,
  pythonDocument,
  type SandboxDocument,
  sandboxDocument,
  sandboxPages,
  sandboxWorkerDocument,
} from './document.ts'
export { formatHeadersFile, type Headers, type StudioHeaders, studioHeaders } from './headers.ts'
