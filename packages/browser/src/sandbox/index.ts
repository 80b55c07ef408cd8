export { createSandbox, type SandboxOptions } from './create-sandbox.ts'
export { allowOnlyFrames, allowOnlyHosts } from './document/allow-only-frames.ts'
export { DEFAULT_LIMITS, HARDEST_LIMITS } from './limits.ts'
export { inlinePage, type ReadAside } from './preview/inline-page.ts'
export { canPreview, openPreview, type Preview, type PreviewEnd } from './preview/open-preview.ts'
export type {
  Capabilities,
  ConsoleLevel,
  ConsoleLine,
  FilesCapability,
  Limits,
  NetworkCapability,
  Program,
  ProgramError,
  ProgramValue,
  Sandbox,
  SandboxOutcome,
  StopReason,
} from './sandbox.ts'
