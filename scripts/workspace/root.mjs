import { fileURLToPath } from 'node:url'

/** The repository's folder, with no slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
