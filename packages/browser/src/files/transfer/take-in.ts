import type { importFiles as take } from './import-files.ts'

/** Takes files in, all or none of them. Fetched when something first is: most visits take nothing in. */
export const importFiles: typeof take = async (...given) => await (await import('./import-files.ts')).importFiles(...given)
