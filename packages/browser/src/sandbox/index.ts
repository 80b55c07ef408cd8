export { createSandbox, type SandboxOptions } from './create-sandbox.ts'
export { allowOnlyFrames, allowOnlyHosts } from './document/allow-only-frames.ts'
export { DEFAULT_LIMITS, HARDEST_LIMITS } from './limits.ts'
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
