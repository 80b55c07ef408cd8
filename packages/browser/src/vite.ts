export type { KeptBuild } from './offline/kept-build.ts'
export { offlinePage, serviceWorkerFor } from './offline/offline-page.ts'
export { pythonFiles, pythonRuntime } from './sandbox/document/python-runtime.ts'
export { type LockedSandboxOptions, lockedSandbox } from './sandbox/document/vite.ts'
