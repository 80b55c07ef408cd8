import type { Sandbox, SandboxOptions } from '@parley/browser/sandbox'

/** The sandbox, fetched once the page stands, or with the first program: the first load has no use for it. */
export function lateSandbox(options: SandboxOptions): Sandbox {
  let opened: Sandbox | undefined
  const open = async (): Promise<Sandbox> => (opened ??= (await import('./open-sandbox.ts')).createSandbox(options))
  return {
    run: async (program, signal) => await (await open()).run(program, signal),
    warmUp: async () => await (await open()).warmUp(),
    endSession: (name) => opened?.endSession(name),
    dispose: () => opened?.dispose(),
  }
}
