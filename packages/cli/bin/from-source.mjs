import { registerHooks } from 'node:module'
import { ensureStudio } from '../../../scripts/workspace/build-studio.mjs'
import { STUDIO } from '../../../scripts/workspace/serve-command.mjs'

// What `--conditions=@parley/source` says, for a process that has already begun.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: ['@parley/source', ...(context.conditions ?? [])] }),
})
const { runCommand } = await import('../src/main.ts')

/** @param {readonly string[]} args */
export const main = (args) =>
  runCommand(args, {
    async page() {
      await ensureStudio()
      return STUDIO
    },
  })
