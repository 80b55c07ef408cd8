export type { CallInterrupt } from './attend-call.ts'
export { type ToolkitOptions, toToolkit } from './to-toolkit.tsx'
