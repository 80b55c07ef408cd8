import { fileURLToPath } from 'node:url'
import { runCommand } from './main.ts'

/** The command as it is installed: the built studio lies beside what was built of the sources. */
export const main = (args: readonly string[]): Promise<number> =>
  runCommand(args, { page: async () => fileURLToPath(new URL('./studio', import.meta.url)) })
